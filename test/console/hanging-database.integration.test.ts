import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { openOwnRedis, type OwnRedis } from '../support/own-redis.ts';
import { freePort, startProcess, type TestProcess } from '../support/processes.ts';
import { openGateTo } from '../support/tcp-gate.ts';
import { AUTHORIZATION, LOGIN } from './board-fixture.ts';

/* Changes of an operator while the database, which records them, hangs or is unavailable. */
let database: TestDatabase;
let gate: Awaited<ReturnType<typeof openGateTo>>;
let redis: OwnRedis;
let dashboard: TestProcess;
let port: number;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  database = resources.use(await openTestDatabase());
  gate = resources.use(await openGateTo(database.urlOf('dashboard')));
  redis = resources.use(await openOwnRedis('hanging-database'));
  port = await freePort();
  dashboard = resources.use(
    await startProcess('dashboard', {
      REDIS_URL: redis.url,
      DATABASE_URL: gate.url,
      DASHBOARD_PORT: String(port),
      DASHBOARD_PASSWORD: LOGIN.password,
      DASHBOARD_READ_ONLY: 'false',
    }),
  );
}, 60_000);
afterAll(() => resources.disposeAsync());
/** Waits until changes are possible again, also over earlier connections. */
beforeEach(async () => {
  await eventually(async () => (await put('/api/queues/pdfs/resume')).status === 200, { within: 30_000 });
}, 40_000);

const headers = { authorization: AUTHORIZATION };
async function put(path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'PUT', headers });
  return { status: answer.status, body: await answer.text() };
}

/** Sends a change over a connection that the test can cut. */
async function sendPut(path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${AUTHORIZATION}\r\n\r\n`);
  return socket;
}

const isPaused = async (queue: string) =>
  (await redis.admin.hexists(`{ibe:${queue}}:${queue}:meta`, 'paused')) === 1;

async function listOutcomes(queue: string) {
  const { rows } = await database.pool.query<{ act: string; outcome: string | null }>(
    `select act, details ->> 'outcome' as outcome from operator_acts where details ->> 'queue' = $1 order by id`,
    [queue],
  );
  return rows;
}

/** Returns whether the dashboard has no open transaction that could still be committed. */
async function isOver(): Promise<boolean> {
  const { rows } = await database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'ibe-dashboard' and xact_start is not null`,
  );
  return rows.length === 0;
}

describe('a change of an operator', () => {
  it('is refused with a message if the database hangs, and is not made when the database continues', async () => {
    gate.stall();
    const [known, all] = await Promise.all(
      ['/api/queues/batches/pause', '/api/queues/pause'].map(put),
    ).finally(() => gate.open());
    for (const { status, body } of [known!, all!]) {
      expect(status).toBe(503);
      expect(body).toContain('Nothing was changed');
    }
    expect((await put('/api/queues/remission/pause')).status).toBe(200);
    await eventually(isOver);
    expect([await isPaused('batches'), await isPaused('small-batches')]).toEqual([false, false]);
    expect([...(await listOutcomes('batches')), ...(await listOutcomes('all'))]).toEqual([]);
  }, 60_000);

  it('is not made if its client has disconnected before it begins', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table operator_acts in access exclusive mode');
      const operator = await sendPut('/api/queues/slow-pdfs/pause');
      await eventually(async () => {
        const { rows } = await client.query(
          `select from pg_stat_activity where application_name = 'ibe-dashboard' and datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      operator.destroy();
      await once(operator, 'close');
      // Once this request is answered, the dashboard has noticed the end of the connection.
      await fetch(`http://127.0.0.1:${port}/api/redis/stats`, { headers });
    } finally {
      await client.query('rollback');
      client.release();
    }
    await eventually(() => dashboard.output().includes('The client closed the connection'));
    await eventually(isOver);
    expect(await isPaused('slow-pdfs')).toBe(false);
    expect(await listOutcomes('slow-pdfs')).toEqual([]);
  }, 60_000);

  it('is recorded as soon as the database is available again if that failed during the change', async () => {
    await redis.admin.call('client', 'pause', '60000', 'write');
    const answer = put('/api/queues/long-pdfs/pause');
    await eventually(async () => /blocked_clients:[1-9]/.test(await redis.admin.info('clients')));
    gate.close();
    await redis.admin.call('client', 'unpause');
    await answer;
    expect(await isPaused('long-pdfs')).toBe(true);
    expect(await listOutcomes('long-pdfs')).toEqual([]);
    gate.open();
    await eventually(async () => (await listOutcomes('long-pdfs')).length > 0);
    expect(await listOutcomes('long-pdfs')).toEqual([{ act: 'queue.pause', outcome: 'unknown' }]);
  }, 60_000);
});
