import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Act, Order } from '../../src/contracts/acts.ts';
import { recordChanges } from '../../src/console/record-changes.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { openOwnRedis, type OwnRedis } from '../support/own-redis.ts';
import { freePort, startProcess, type TestProcess } from '../support/processes.ts';
import { runCli } from '../support/run-cli.ts';
import { AUTHORIZATION, LOGIN } from './board-fixture.ts';

/* The real dashboard with a Redis of this test's own, which stops during a change. */
let database: TestDatabase;
let redis: OwnRedis;
let admin: OwnRedis['admin'];
let dashboard: TestProcess;
let port: number;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  database = resources.use(await openTestDatabase());
  redis = resources.use(await openOwnRedis('lost-answers'));
  ({ admin } = redis);
  port = await freePort();
  dashboard = resources.use(
    await startProcess('dashboard', {
      REDIS_URL: redis.url,
      DATABASE_URL: database.urlOf('dashboard'),
      DASHBOARD_PORT: String(port),
      DASHBOARD_PASSWORD: LOGIN.password,
      DASHBOARD_READ_ONLY: 'false',
    }),
  );
  // Redis has the script of the change from now on, and later requests send only the change itself.
  if ((await put('/api/queues/pdfs/resume')) !== 200) throw new Error('The dashboard changes nothing');
});
afterAll(() => resources.disposeAsync());

async function put(url: string): Promise<number> {
  const headers = { authorization: AUTHORIZATION };
  return (await fetch(`http://127.0.0.1:${port}${url}`, { method: 'PUT', headers })).status;
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

describe('a change whose response is lost', () => {
  it('is recorded with an unknown outcome if Redis hangs, and may take effect later', async () => {
    process.kill(redis.pid, 'SIGSTOP');
    const changes = ['/api/queues/batches/pause', '/api/queues/pdfs/1%0A2026-11-22T08:30:00.000Z/retry'];
    const statuses = await Promise.all(changes.map(put)).finally(() => {
      process.kill(redis.pid, 'SIGCONT');
    });
    expect(statuses).toEqual([500, 500]);
    expect(await listOutcomes('batches')).toEqual([{ act: 'queue.pause', outcome: 'unknown' }]);
    await eventually(() => isPaused('batches'), { what: 'the late effect of the change' });
    const audit = await runCli('audit', [], { DATABASE_URL: database.url });
    // The change at the beginning and these two.
    expect(audit.out.trim().split('\n')).toHaveLength(3);
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

  it('is recorded with an unknown outcome if the dashboard is stopped in the meantime', async () => {
    await holdChanges();
    await sendPut('/api/queues/small-pdfs/pause');
    await eventually(hasArrived);
    expect(await dashboard.end('SIGTERM')).toBe(0);
    await letThem();
    expect(await listOutcomes('small-pdfs')).toEqual([{ act: 'queue.pause', outcome: 'unknown' }]);
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
});
