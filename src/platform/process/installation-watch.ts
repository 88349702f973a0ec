import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ConfigurationError } from '../config/configuration-error.ts';
import type { RedisConnection } from '../jobs/connection.ts';
import {
  claimRedis,
  type InstallationGate,
  installGate,
  type Owner,
  readOwner,
} from '../jobs/installation-gate.ts';
import { isAnyAlive } from '../jobs/worker-heartbeats.ts';
import { readDatabaseAddress } from '../postgres/address.ts';
import { judgeLineage } from '../postgres/lineage/lineage.ts';
import { readStoredLineage } from '../postgres/lineage/lineage-memory.ts';
import { query } from '../postgres/statement.ts';
import * as sql from '../postgres/postgres.sql.ts';
import type { Logger } from '../telemetry/logger.ts';

/** The installation of this process, and the cluster lineage of its database. */
export type Installation = Owner & { readonly lineage: string };

/** Whether a Redis is used, and by which other installation if it is not. */
export type Use = { readonly isOurs: true } | { readonly isOurs: false; readonly why: string };

const EVERY_MS = 2000;
/**
 * A process starts without PostgreSQL and without Redis, after it has waited this long for them.
 */
const PATIENCE_MS = 2000;
/** The time between two looks while the process waits. */
const AGAIN_MS = 200;

/** SQLSTATE of a missing table: the database is not migrated yet, and nothing works in it. */
const NOT_MIGRATED = '42P01';

/**
 * Reads the installation that a database belongs to; null if it is not migrated yet.
 * @param url the address of the database, from which its name for people is taken.
 * @throws if the database is unavailable.
 */
export async function readInstallation(connection: Pool, url: string): Promise<Installation | null> {
  try {
    const { rows } = await query(connection, sql.readInstallation());
    const { mark, lineage } = rows[0]!;
    return { mark, lineage, database: nameDatabase(url) };
  } catch (error) {
    if ((error as { code?: string }).code === NOT_MIGRATED) return null;
    throw error;
  }
}

/** Formats the address of a database without its login: `engine on db-1:5432, db-2:5432`. */
function nameDatabase(url: string): string {
  const { config, hosts } = readDatabaseAddress(url);
  return `${config.database} on ${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}`;
}

const nameOwner = ({ mark, database }: Owner) => `${database} (installation ${mark.slice(0, 8)})`;

/** What an operator does if two installations have the same Redis. */
export const ADVICE_OTHER_REDIS =
  'Set REDIS_URL of one of the two installations, in all its processes, to a Redis of its own: another server, or another database number (redis://host:6379/1). Nothing is lost by it; see docs/high-availability.md#one-redis-for-each-installation';

/**
 * Returns whether a Redis belongs to an installation. Changes nothing.
 * @throws if Redis is unavailable.
 */
export async function judgeRedis(
  connection: RedisConnection,
  prefix: string,
  own: Installation,
): Promise<Use> {
  const owner = await readOwner(connection, prefix);
  return owner === null ? judgeWithoutOwner(connection, prefix, own) : compareOwner(owner, own);
}

function compareOwner(owner: Owner, own: Installation): Use {
  return owner.mark === own.mark
    ? { isOurs: true }
    : {
        isOurs: false,
        why: `belongs to another installation: to ${nameOwner(owner)}, and this one is ${nameOwner(own)}`,
      };
}

/**
 * Judges a Redis without an owner, which version 1.0 uses or used. It belongs to another
 * installation if workers are alive in it and another database is active there. A standby that was
 * promoted has a newer timeline of the same database; after a restore of a backup the old workers
 * are stopped.
 */
async function judgeWithoutOwner(
  connection: RedisConnection,
  prefix: string,
  own: Installation,
): Promise<Use> {
  const active = await readStoredLineage(connection, prefix);
  if (active === null || judgeLineage(active, own.lineage) !== 'another' || isTimeline(active.lineage, own))
    return { isOurs: true };
  if (!(await isAnyAlive({ connection, prefix }))) return { isOurs: true };
  return {
    isOurs: false,
    why: `is in use by another installation: workers of it are alive, and its database ${active.lineage} is active. This one is ${nameOwner(own)}, with the database ${own.lineage}`,
  };
}

/** Returns whether two lineages are the same database of the same cluster, on any timelines. */
const isTimeline = (lineage: string, own: Installation) =>
  withoutTimeline(lineage) === withoutTimeline(own.lineage);

const withoutTimeline = (lineage: string) => lineage.split('-').toSpliced(-2, 1).join('-');

export type InstallationWatch = Disposable & {
  /**
   * Waits until it is known whether Redis belongs to this installation, two seconds at most.
   * @throws ConfigurationError if it belongs to another one.
   */
  begin(): Promise<void>;
  isOurs(): boolean;
  /**
   * Returns a connection on which this process may report its own faults: a process that cannot
   * reach its database cannot know whose Redis it is. null if Redis belongs to another
   * installation, or is not reachable.
   */
  connectionForFaults(): RedisConnection | null;
  /**
   * Calls `onUse` whenever it becomes known that Redis belongs to this installation, and whenever
   * it no longer does.
   */
  follow(onUse: (isOurs: boolean) => void): void;
};

export type WatchOptions = {
  readonly connection: RedisConnection;
  readonly prefix: string;
  /** Reads the installation of this process; null: the database is not migrated. */
  readonly readOwn: () => Promise<Installation | null>;
  readonly logger: Pick<Logger, 'error' | 'info'>;
};

/**
 * Watches whether the Redis of a connection belongs to this installation, until it is disposed of,
 * and holds back all commands while it is not known to. A Redis without an owner gets this one.
 * Redis is emptied sometimes (FLUSHALL), so a process looks again every two seconds and at each new
 * connection.
 */
export function watchInstallation({ connection, prefix, readOwn, logger }: WatchOptions): InstallationWatch {
  const gate: InstallationGate = installGate(connection);
  const followers: ((isOurs: boolean) => void)[] = [];
  let own: Installation | null = null;
  let use: Use | null = null;
  let isBeginning = true;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const known = Promise.withResolvers<void>();

  async function look(): Promise<void> {
    try {
      own ??= await readOwn();
      if (own === null || connection.status !== 'ready') return;
      const found = await judge(own);
      if (use === null || found.isOurs !== use.isOurs) log(found);
    } catch {
      // An unavailable server is reported elsewhere. What is known of Redis still holds.
    }
  }

  async function judge(installation: Installation): Promise<Use> {
    const { ungated } = gate;
    const owner = await readOwner(ungated, prefix);
    if (owner !== null) return compareOwner(owner, installation);
    // It was ours a moment ago and was emptied, or nobody has claimed it yet.
    const found = use?.isOurs ? use : await judgeWithoutOwner(ungated, prefix, installation);
    return found.isOurs ? compareOwner(await claimRedis(ungated, prefix, installation), installation) : found;
  }

  function log(found: Use): void {
    const wasOurs = use?.isOurs;
    use = found;
    if (found.isOurs) {
      gate.open();
      if (wasOurs === false) logger.info('Redis belongs to this installation again');
    } else {
      gate.close(found.why);
      logger.error(`Redis ${found.why}. This process does not use it. ${ADVICE_OTHER_REDIS}`);
    }
    for (const follower of followers) follower(found.isOurs);
    known.resolve();
  }

  function lookNow(): void {
    round = round.then(() => {
      clearTimeout(timer);
      return isStopped ? undefined : look().then(schedule);
    });
  }
  function schedule(): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(lookNow, isBeginning ? AGAIN_MS : EVERY_MS).unref();
  }

  connection.on('ready', lookNow);
  lookNow();
  return {
    async begin() {
      // The timer keeps the process alive: nothing else may, while a server refuses its
      // connections.
      await Promise.race([known.promise, wait(PATIENCE_MS)]);
      isBeginning = false;
      if (use?.isOurs === false)
        throw new ConfigurationError(`REDIS_URL: this Redis ${use.why}. ${ADVICE_OTHER_REDIS}`);
    },
    isOurs: () => use?.isOurs === true,
    connectionForFaults: () => (use?.isOurs === false || connection.status !== 'ready' ? null : gate.ungated),
    follow: (onUse) => void followers.push(onUse),
    [Symbol.dispose]() {
      isStopped = true;
      connection.off('ready', lookNow);
      clearTimeout(timer);
    },
  };
}
