import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Act, Order } from '#src/contracts/acts.ts';
import { recordChanges } from '#src/dashboard/record-changes.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { openOwnRedis, type OwnRedis } from '../support/own-redis.ts';
import { freePort, startProcess, type TestProcess } from '../support/processes.ts';
import { runCli } from '../support/run-cli.ts';
import { openGateTo } from '../support/tcp-gate.ts';
import { AUTHORIZATION, LOGIN } from './board-fixture.ts';

/*
 * Changes of an operator while Redis, which makes them, or the database, which records them, hangs
 * or is unavailable.
 */
let database: TestDatabase;
let gate: Awaited<ReturnType<typeof openGateTo>>;
let redis: OwnRedis;
let admin: OwnRedis['admin'];
let dashboard: TestProcess;
let port: number;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  database = resources.use(await openTestDatabase());
  gate = resources.use(await openGateTo(database.urlOf('dashboard')));
  redis = resources.use(await openOwnRedis('lost-answers'));
  ({ admin } = redis);
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
async function sendPut(url: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`PUT ${url} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${AUTHORIZATION}\r\n\r\n`);
  return socket;
}

const isPaused = async (queue: string) =>
  (await admin.hexists(`{ibe:${queue}}:${queue}:meta`, 'paused')) === 1;

/** Makes Redis delay all writes. */
const holdChanges = () => admin.call('client', 'pause', '60000', 'write');
const hasArrived = async () => /blocked_clients:[1-9]/.test(await admin.info('clients'));
const letThem = () => admin.call('client', 'unpause');

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

describe('a change while the database does not answer', () => {
  it('is refused with a message if the database hangs, and is not made when the database continues', async () => {
    gate.stall();
    const [known, all] = await Promise.all(
      ['/api/queues/batches/pause', '/api/queues/pause'].map(put),
    ).finally(() => gate.open());
    for (const { status, body } of [known!, all!]) {
      expect(status).toBe(503);
      expect(body).toContain('Nothing was changed');
    }
    expect((await put('/api/queues/webhooks/pause')).status).toBe(200);
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
    await holdChanges();
    const answer = put('/api/queues/long-pdfs/pause');
    await eventually(hasArrived);
    gate.close();
    await letThem();
    await answer;
    expect(await isPaused('long-pdfs')).toBe(true);
    expect(await listOutcomes('long-pdfs')).toEqual([]);
    gate.open();
    await eventually(async () => (await listOutcomes('long-pdfs')).length > 0);
    expect(await listOutcomes('long-pdfs')).toEqual([{ act: 'queue.pause', outcome: 'unknown' }]);
  }, 60_000);
});

describe('a change whose response is lost', () => {
  it('is recorded with an unknown outcome if Redis hangs, and may take effect later', async () => {
    process.kill(redis.pid, 'SIGSTOP');
    const changes = ['/api/queues/batches/pause', '/api/queues/pdfs/1%0A2026-11-22T08:30:00.000Z/retry'];
    const statuses = await Promise.all(changes.map(put)).finally(() => {
      process.kill(redis.pid, 'SIGCONT');
    });
    expect(statuses.map(({ status }) => status)).toEqual([500, 500]);
    expect(await listOutcomes('batches')).toEqual([{ act: 'queue.pause', outcome: 'unknown' }]);
    await eventually(() => isPaused('batches'), { what: 'the late effect of the change' });
    const audit = await runCli('audit', [], { DATABASE_URL: database.url });
    expect(audit.out).toMatch(/job\.retry .*outcome unknown/);
    expect(audit.out).toMatch(/queue\.pause {2}by dashboard:operator {2}\(.*outcome unknown.*\)/);
  });

  it('is recorded as done if only its client has disconnected', async () => {
    await holdChanges();
    const client = await sendPut('/api/queues/remission/pause');
    await eventually(hasArrived);
    client.destroy();
    await once(client, 'close');
    expect(await listOutcomes('remission')).toEqual([]);
    await letThem();
    await eventually(async () => (await listOutcomes('remission')).length > 0);
    expect(await listOutcomes('remission')).toEqual([{ act: 'queue.pause', outcome: null }]);
    expect(await isPaused('remission')).toBe(true);
  });

  it('is recorded with an unknown outcome once the board takes longer than a transaction may wait', async () => {
    const acts: (Order & Act & { end: string })[] = [];
    const app = fastify();
    const begin = async (order: Order, act: Act) => {
      const entry = { ...order, ...act, end: 'pending' };
      acts.push(entry);
      const say = (end: string) => async () => void (entry.end = end);
      return { keep: say('kept'), keepUnknown: say('unknown'), drop: say('dropped') };
    };
    const viewer = { login: 'x', mayAct: true, isOwn: false, formToken: '', actor: { shared: 'x' } };
    app.decorateRequest('viewer', { getter: () => viewer });
    recordChanges(app, begin, 20);
    const late = Promise.withResolvers<void>();
    app.put('/jobs/api/queues/pause', async () => late.promise.then(() => ({})));
    const answer = app.inject({ method: 'PUT', url: '/jobs/api/queues/pause' });
    await eventually(() => acts[0]?.end === 'unknown');
    late.resolve();
    expect((await answer).statusCode).toBe(200);
    expect(acts).toMatchObject([{ act: 'queue.pause', end: 'unknown' }]);
    await app.close();
  });

  // The last test, because it ends the dashboard.
  it('is recorded with an unknown outcome if the dashboard is stopped in the meantime', async () => {
    await holdChanges();
    await sendPut('/api/queues/small-pdfs/pause');
    await eventually(hasArrived);
    expect(await dashboard.end('SIGTERM')).toBe(0);
    await letThem();
    expect(await listOutcomes('small-pdfs')).toEqual([{ act: 'queue.pause', outcome: 'unknown' }]);
  });
});
