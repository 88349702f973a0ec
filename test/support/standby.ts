import { once } from 'node:events';
import path from 'node:path';
import { Client } from 'pg';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { copyCluster } from '../../ops/local/servers/copy-cluster.ts';
import { openPostgres } from '../../ops/local/servers/postgres.ts';
import { findPostgres } from '../../ops/local/servers/postgres-binaries.ts';
import { spawnServer } from '../../ops/local/servers/server-process.ts';
import { eventually } from './eventually.ts';
import { freePort } from './processes.ts';

const LIMIT = { within: 60_000 };

export type ReplicatedPostgres = AsyncDisposable & {
  /** The URL of the server that is the primary at first. */
  readonly primaryUrl: string;
  /** The URL of its streaming standby. */
  readonly standbyUrl: string;
  /**
   * Promotes the standby while the old primary continues to run. Resolves when the standby accepts
   * writes.
   */
  promote(): Promise<void>;
  /**
   * Kills the primary, like the loss of a machine, and promotes the standby. Resolves when the
   * standby accepts writes.
   */
  failOver(): Promise<void>;
};

/**
 * Starts two real servers, the second of which is a streaming standby of the first, created with
 * PostgreSQL's low-level backup API.
 */
export async function openReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using opening = new AsyncDisposableStack();
  const { account, outside, postgres } = findPostgres();
  const directory = path.join('test', String(process.pid), 'replicated');
  const home = path.join(outside ?? LOCAL, directory);
  const log = path.join(LOCAL, 'logs', 'test-replicated.log');
  const primary = await openPostgres({
    directory,
    password: 'throwaway',
    resetPassword: false,
    throwaway: true,
    durable: true,
    log,
    report: () => {},
  });
  opening.use(primary);

  const data = path.join(home, 'standby');
  await copyCluster(primary.url, path.join(home, 'data'), data, account, 'standby');
  const url = new URL(primary.url);
  url.port = String(await freePort());
  const settings = [
    `port=${url.port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // The standby does not start with a lower value than the primary's.
    'max_connections=200',
    'fsync=off',
  ];
  const child = spawnServer({
    program: postgres,
    args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    log,
    account,
    deathSignal: 'INT',
  });
  const exited = once(child, 'exit');
  opening.defer(async () => {
    child.kill('SIGINT');
    await exited;
  });
  await Promise.race([
    eventually(() => isAnswering(url.href), { ...LIMIT, what: 'the standby' }),
    exited.then(() => Promise.reject(new Error(`the standby ended: ${log}`))),
  ]);
  const resources = opening.move();
  return {
    primaryUrl: primary.url,
    standbyUrl: url.href,
    promote: () => promote(url.href),
    async failOver() {
      primary.process.kill();
      await promote(url.href);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function promote(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_promote(false)');
  const isPromoted = async () => {
    const { rows } = await client.query<{ waits: boolean }>('select pg_is_in_recovery() as waits');
    return !rows[0]!.waits;
  };
  await eventually(isPromoted, { ...LIMIT, every: 1, what: 'the promotion' });
  await client.end();
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
