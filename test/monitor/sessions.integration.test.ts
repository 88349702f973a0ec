import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/postgres/database.ts';
import type { ProcessRole } from '#src/platform/postgres/logins/process-roles.ts';
import { type HeldSession, listHeldSessions } from '#src/platform/postgres/held-sessions.ts';
import { readOverview } from '#src/monitor/statements/overview.ts';
import { judgeSessions } from '#src/monitor/judge-sessions.ts';
import { listBlockingSessions } from '#src/platform/process/list-blocking-sessions.ts';
import { checkDatabase } from '#src/platform/postgres/readiness.ts';
import { measureSessions } from '#src/monitor/measure-work.ts';
import { examine } from './doctor/examine.ts';
import { createMetrics } from '../support/metrics.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';

/*
 * Database sessions that block the engine are listed for every login, without any data of clients.
 */

const WATCHERS: readonly ProcessRole[] = ['ingress', 'worker', 'operator', 'reader', 'dashboard'];

let api: TestApi;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  api = resources.use(await openTestApi());
  await api.createOrganization();
});
afterAll(() => resources.disposeAsync());

/** Opens a session with a login that does not belong to the engine. */
async function openForeign(name: string): Promise<AsyncDisposable & { client: Client; pid: number }> {
  const client = new Client({ connectionString: api.database.url, application_name: name });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { client, pid: rows[0]!.pid, [Symbol.asyncDispose]: () => client.end() };
}

function openAs(role: ProcessRole) {
  return openPool({
    url: api.database.urlOf(role),
    applicationName: `ibe-${role}`,
    role,
    refusesExcess: true,
  });
}

describe('blocking database sessions', () => {
  it('are not listed if nothing is blocked', async () => {
    expect(await listHeldSessions(api.database.pool)).toEqual([]);
  });

  it.each(WATCHERS)(
    'are listed for the login %s with their owner, start, table and statement',
    async (role) => {
      await using foreign = await openForeign('pgAdmin');
      await using watching = openAs(role);
      await foreign.client.query('begin');
      await foreign.client.query(`lock table batches in access exclusive mode -- for 'Juan Pérez'`);
      const [session, ...others] = await listHeldSessions(watching.pool);
      expect(others).toEqual([]);
      expect(session).toEqual({
        kind: 'blocking',
        pid: foreign.pid,
        login: expect.any(String),
        application: 'pgAdmin',
        state: 'idle in transaction',
        transactionSince: expect.any(Number),
        waitedForSince: null,
        relation: 'batches',
        mode: 'AccessExclusiveLock',
        blocked: 0,
        statement: 'lock table batches in access exclusive mode …',
      } satisfies HeldSession);
    },
  );

  it('are found by the sessions that wait for them, and only the first of a queue is listed', async () => {
    await using foreign = await openForeign('psql');
    await using middle = await openForeign('middle');
    await using last = await openForeign('last');
    const update = `update organizations set name = name where name = 'Juan Pérez' or id > 0`;
    for (const { client } of [foreign, middle, last]) await client.query('begin');
    await foreign.client.query(update);
    const waiting = Promise.allSettled([
      middle.client.query(update),
      last.client.query('lock table organizations in share mode'),
    ]);
    await eventually(
      async () => {
        const [session] = await listHeldSessions(api.database.pool);
        return session?.blocked === 2 ? session : undefined;
      },
      { what: 'two sessions that wait for the first' },
    );
    const sessions = await listHeldSessions(api.database.pool);
    expect(sessions).toMatchObject([
      {
        kind: 'blocking',
        pid: foreign.pid,
        application: 'psql',
        relation: 'organizations',
        statement: 'update organizations set name = name where name = …',
        waitedForSince: expect.any(Number),
      },
    ]);
    // The rollbacks are sent at the same time, because one of the two waiting sessions waits for
    // the other.
    await Promise.allSettled([foreign, middle, last].map(({ client }) => client.query('rollback')));
    await waiting;
  });

  it('are listed together with sessions that are idle in a transaction or have a long one', async () => {
    await using foreign = await openForeign('forgotten');
    await foreign.client.query('begin');
    await foreign.client.query(`select 4711, '12345678Z' from batches`);
    const { rows } = await api.database.pool.query<HeldSession>(
      'select kind, pid, application, statement from list_held_sessions(0, 3600)',
    );
    expect(rows).toEqual([
      { kind: 'idle', pid: foreign.pid, application: 'forgotten', statement: 'select #, …' },
    ]);
    const { rows: long } = await api.database.pool.query<HeldSession>(
      'select kind from list_held_sessions(3600, 0)',
    );
    expect(long).toEqual([{ kind: 'idle' }]);
  });

  it('are on the operations page within seconds, even if every table that it reads is locked', async () => {
    await using foreign = await openForeign('psql');
    await using watching = openPool({
      url: api.database.urlOf('dashboard'),
      applicationName: 'ibe-dashboard',
      role: 'dashboard',
      longestStatementMs: 2000,
    });
    await foreign.client.query('begin');
    await foreign.client.query(
      'lock table batches, organizations, batch_invoices, remissions in access exclusive mode',
    );
    const begun = performance.now();
    const overview = await readOverview(watching.pool, new Date());
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(overview.work).toBeNull();
    const [finding] = judgeSessions(overview.sessions!, Date.now() + 6000);
    expect(finding).toMatchObject({
      group: 'engine',
      urgency: 'act',
      what: expect.stringMatching(
        /^Session \d+ \(psql, login \w+\) prevents all other sessions from writing/,
      ),
      todo: expect.stringContaining(`select pg_terminate_backend(${foreign.pid})`),
    });
  });

  it('are in the metrics and in /readyz and fail the doctor, without making a process unready', async () => {
    await using foreign = await openForeign('pgAdmin');
    await using watching = openAs('worker');
    const metrics = createMetrics();
    const read = async (name: string) => {
      const text = await metrics.registry.metrics();
      return Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]);
    };
    await measureSessions(watching.pool, metrics, new Date());
    expect(await read('invoice_engine_database_blocking_age_seconds')).toBe(0);
    await foreign.client.query('begin');
    await foreign.client.query('lock table batches in exclusive mode');
    const later = new Date(Date.now() + 20_000);
    await measureSessions(watching.pool, metrics, later);
    expect(await read('invoice_engine_database_blocking_age_seconds')).toBeGreaterThan(15);
    expect(await listBlockingSessions(watching.pool, new Date())).toEqual([]);
    expect(await listBlockingSessions(watching.pool, later)).toEqual([
      expect.stringMatching(
        /^Session \d+ \(pgAdmin, login \w+\) prevents all other sessions from writing to the table batches: ask/,
      ),
    ]);
    expect(await checkDatabase(watching.pool, 'worker')).toBe('ok');
    await eventually(
      async () =>
        (
          await examine('sessions', { worker: { DATABASE_URL: api.database.urlOf('worker') } })
        )[0]!.startsWith('fail'),
      { within: 15_000 },
    );
  });
});
