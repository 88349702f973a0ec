import { isProduction } from '../../../platform/config/environment.ts';
import {
  describePromise,
  isOnlyAsynchronous,
  readDurability,
} from '../../../platform/postgres/durability/durability.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

const MIN_VERSION = 150_000;
/**
 * The share of max_connections above which the extra connections of a failover or a deployment do
 * not fit.
 */
const FULL = 0.8;
/** The longest time that a login should take. Processes give up after 5 s and answer 503. */
const PROMPT_MS = 2500;

type Server = {
  readonly number: number;
  readonly version: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly encoding: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly most: number;
  readonly used: number;
};

/**
 * Checks the PostgreSQL server: whether it answers, its version and state, and whether it keeps
 * what it acknowledges.
 */
export async function checkPostgres({
  database,
  whyNoDatabase,
  howToReach,
  loginMs,
  processes,
}: Patient): Promise<Finding[]> {
  if (database === null) return [fail(whyNoDatabase, howToReach)];
  const { rows } = await database.query<Server>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only')::boolean as "isReadOnly",
            current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
            current_setting('full_page_writes') as "fullPageWrites", current_setting('synchronous_commit') as "synchronousCommit",
            current_setting('max_connections')::int as most, (select count(*)::int from pg_stat_activity) as used`,
  );
  const server = rows[0]!;
  const durability = await readDurability(database);
  const promise = describePromise(durability);
  const found = [
    ...listFailures(server),
    ...listWarnings(server),
    ...(loginMs > PROMPT_MS ? [warnOfSlowLogin(loginMs)] : []),
    ...(isOnlyAsynchronous(durability) ? [judgeAsynchronous(promise, processes)] : []),
  ];
  return found.length > 0
    ? found
    : [ok(`${server.version}, ${server.used} of ${server.most} connections in use. ${promise}`)];
}

function warnOfSlowLogin(loginMs: number): Finding {
  return warn(
    `a login took ${(loginMs / 1000).toFixed(1)} s; a process gives up after 5 s`,
    'check the load of the server and of this machine',
  );
}

/**
 * Judges a server with only asynchronous standbys. Production refuses to work with it unless
 * ASYNCHRONOUS_STANDBY allows it.
 */
function judgeAsynchronous(promise: string, processes: Patient['processes']): Finding {
  const isRefused = processes.some(
    ({ environment }) =>
      environment !== undefined && isProduction(environment) && environment.ASYNCHRONOUS_STANDBY === 'refuse',
  );
  const fix = 'set synchronous_standby_names on the primary (docs/high-availability.md)';
  return isRefused ? fail(promise, `${fix}; ASYNCHRONOUS_STANDBY=allow accepts it`) : warn(promise, fix);
}

function listFailures(server: Server): Finding[] {
  const { version, encoding } = server;
  return [
    ...(server.number < MIN_VERSION
      ? [fail(`${version} is too old`, 'upgrade to PostgreSQL 15 or newer: docs/backup.md')]
      : []),
    ...(server.isStandby
      ? [fail('it is a standby, which is read-only', 'point DATABASE_URL at the primary')]
      : []),
    ...(server.isReadOnly
      ? [fail('default_transaction_read_only is on', 'switch it off, or point DATABASE_URL at the primary')]
      : []),
    ...(encoding === 'UTF8'
      ? []
      : [fail(`its encoding is ${encoding}`, 'restore into a database with the encoding UTF8')]),
    ...(server.fsync === 'off' || server.fullPageWrites === 'off'
      ? [
          fail(
            `fsync is ${server.fsync}, full_page_writes is ${server.fullPageWrites}: a power failure may lose invoices`,
            'switch both on in postgresql.conf',
          ),
        ]
      : []),
  ];
}

function listWarnings({ synchronousCommit, used, most }: Server): Finding[] {
  return [
    ...(synchronousCommit === 'off'
      ? [
          warn(
            'synchronous_commit is off: a crash of the server may lose batches that were answered with 201',
            'switch it on',
          ),
        ]
      : []),
    ...(used > most * FULL
      ? [
          warn(
            `${used} of ${most} connections are in use`,
            'raise max_connections, or use PgBouncer (docs/high-availability.md)',
          ),
        ]
      : []),
  ];
}

/** The finding of checks that need a database if it was not reached. */
export const withoutDatabase = (): Finding[] => [skip('the database was not reached')];
