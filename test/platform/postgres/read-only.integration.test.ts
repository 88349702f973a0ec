import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { addLogin, openTestDatabase, type TestDatabase, TEST_LOGINS } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { startProcess, type TestProcess } from '../../support/processes.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { openReplicatedPostgres } from '../../support/standby.ts';
import { everyNth } from '../../support/long.ts';

/*
 * A database that answers but accepts no writes: the processes must report it like any other
 * outage.
 */

const KINDS = ['ingress', 'worker'] as const;
const PATIENCE = { timeout: 20_000 };
type Kind = (typeof KINDS)[number];

async function start(kind: Kind, url: string, untilReady = true): Promise<TestProcess> {
  const REDIS_URL = await takeRedisDatabase();
  const settings = { DATABASE_URL: addLogin(url, kind), REDIS_URL, PORT: '0', WORKER_QUEUES: 'batches' };
  return startProcess(kind, settings, { untilReady });
}

async function readReadiness({ opsUrl }: TestProcess): Promise<{ status: number; database?: string }> {
  const answer = await fetch(`${opsUrl}/readyz`).catch(() => null);
  if (answer === null) return { status: 0 };
  const { checks } = (await answer.json()) as { checks: { database: string } };
  return { status: answer.status, database: checks.database };
}

describe.each(everyNth(2, KINDS))('a process with a read-only database: %s', (kind) => {
  let database: TestDatabase;
  let started: TestProcess;
  const resources = new AsyncDisposableStack();
  beforeAll(async () => {
    database = resources.use(await openTestDatabase());
    started = resources.use(await start(kind, database.url));
  });
  afterAll(() => resources.disposeAsync());

  const login = `engine_${kind}_login`;
  const change = async (sql: string) => void (await database.pool.query(sql));
  const endSessions = () =>
    change(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );

  it.each([
    ['all logins', () => `alter database ${database.name}`],
    ['its login', () => `alter role ${login} in database ${database.name}`],
  ])(
    'is not ready while the database is read-only for %s, and is ready again afterwards',
    async (_for, alter) => {
      database.pool.on('error', () => {});
      await expect.poll(() => readReadiness(started), PATIENCE).toEqual({ status: 200, database: 'ok' });
      await change(`${alter()} set default_transaction_read_only = on`);
      // Existing sessions keep their setting and can still write.
      await endSessions();
      await expect
        .poll(() => readReadiness(started), PATIENCE)
        .toEqual({ status: 503, database: 'read-only: default_transaction_read_only is on' });
      await database.pool.query('set default_transaction_read_only = off');
      // The test does not end the sessions now: the process must close them itself.
      await change(`begin read write; ${alter()} reset default_transaction_read_only; commit`);
      await expect.poll(() => readReadiness(started), PATIENCE).toEqual({ status: 200, database: 'ok' });
    },
  );
});

it('a process with a standby is not ready until the standby is promoted', { timeout: 120_000 }, async () => {
  await using servers = await openReplicatedPostgres();
  await migrate(servers.primaryUrl, { logins: TEST_LOGINS });
  const standby = new Client(servers.standbyUrl);
  await standby.connect();
  standby.on('error', () => {});
  await eventually(
    async () =>
      (await standby.query(`select from pg_roles where rolname = 'engine_worker_login'`)).rowCount === 1,
  );
  await standby.end();
  await using resources = new AsyncDisposableStack();
  const all = await Promise.all(KINDS.map((kind) => start(kind, servers.standbyUrl, false)));
  for (const started of all) resources.use(started);
  for (const started of all)
    await expect
      .poll(() => readReadiness(started), PATIENCE)
      .toEqual({ status: 503, database: 'read-only: the server is a standby' });
  await servers.failOver();
  for (const started of all)
    await expect.poll(() => readReadiness(started), PATIENCE).toEqual({ status: 200, database: 'ok' });
});
