import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendHeartbeat } from '../../../src/platform/jobs/worker-heartbeats.ts';
import { DEFAULT_PREFIX } from '../../../src/platform/jobs/keys.ts';
import { openQueueSnapshot } from '../../../src/platform/jobs/queue-snapshot.ts';
import { startHeartbeats } from '../../../workers/send-heartbeats.ts';
import { openTestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type OwnRedis, openOwnRedis } from '../../support/own-redis.ts';
import { startProcess } from '../../support/processes.ts';
import { openTestQueues, type TestQueues } from '../../support/worker.ts';

const NOW = new Date('2026-11-21T08:12:00Z');
const logger = { debug: () => {} };

let redis: OwnRedis;
let queues: TestQueues;
let snapshot: ReturnType<typeof openQueueSnapshot>;
beforeAll(async () => {
  redis = await openOwnRedis('queue-snapshot');
  queues = await openTestQueues(redis.url, DEFAULT_PREFIX);
  snapshot = openQueueSnapshot(queues.jobQueues);
});
afterAll(async () => {
  await queues[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

const look = () => snapshot(NOW);
const count = async () =>
  Object.fromEntries((await look()).duties!.map(({ duty, workers }) => [duty, workers]));

describe('the workers of a duty in the queue snapshot', () => {
  it('are counted while they send heartbeats, and the last heartbeat is shown when there are none', async () => {
    expect((await look()).duties).toContainEqual({ duty: 'batches', workers: 0, lastHeartbeatAt: null });
    await sendHeartbeat(queues.jobQueues, { host: 'one', pid: 1, duties: ['batches', 'pdfs'] }, NOW);
    await sendHeartbeat(queues.jobQueues, { host: 'two', pid: 1, duties: ['batches'] }, NOW);
    expect(await count()).toEqual({ batches: 2, pdfs: 1, remission: 0, spfe: 0, webhooks: 0 });
    const lasts = await redis.admin.ttl(`${DEFAULT_PREFIX}:alive:two:1`);
    expect(lasts).toBeGreaterThan(50);
    expect(lasts).toBeLessThanOrEqual(60);
    // Simulates a worker that has sent no heartbeat for a minute.
    await redis.admin.pexpire(`${DEFAULT_PREFIX}:alive:one:1`, 0);
    expect(await count()).toEqual({ batches: 1, pdfs: 0, remission: 0, spfe: 0, webhooks: 0 });
    expect((await look()).duties).toContainEqual({
      duty: 'pdfs',
      workers: 0,
      lastHeartbeatAt: NOW.getTime(),
    });
    expect(await redis.admin.smembers(`${DEFAULT_PREFIX}:alive`)).toEqual(['two:1']);
  });

  it('are counted as soon as a worker process starts', async () => {
    await redis.admin.flushall();
    await using database = await openTestDatabase();
    await using resources = new AsyncDisposableStack();
    const worker = await startProcess('worker', {
      DATABASE_URL: database.urlOf('worker'),
      REDIS_URL: redis.url,
      WORKER_QUEUES: 'batches,webhooks',
    });
    resources.use(worker);
    expect(await count()).toEqual({ batches: 1, pdfs: 0, remission: 0, spfe: 0, webhooks: 1 });
  });

  it('are counted again as soon as a flushed Redis accepts connections again', async () => {
    using resources = new DisposableStack();
    resources.use(startHeartbeats({ jobQueues: queues.jobQueues, logger, now: () => NOW }, ['remission']));
    await eventually(async () => (await count())['remission'] === 1);
    await redis.admin.flushall();
    expect(await count()).toMatchObject({ remission: 0 });
    await redis.admin.call('client', 'kill', 'type', 'normal', 'skipme', 'yes');
    await eventually(async () => (await look()).duties?.some(({ workers }) => workers === 1) === true);
  });
});

describe('the queue snapshot of a Redis that refuses writes', () => {
  it.each([
    ['refuses writes: out of memory', ['maxmemory', '1'], ['maxmemory', '0']],
    [
      'refuses writes: too few replicas follow it',
      ['min-replicas-to-write', '1'],
      ['min-replicas-to-write', '0'],
    ],
  ] as const)('shows the reason and no workers when Redis %s', async (state, refuse, mend) => {
    await queues.jobQueues.queues.get('batches')!.pause();
    await redis.admin.config('SET', ...refuse);
    try {
      expect(await look()).toMatchObject({ redis: state, duties: null, pauses: [{ queue: 'batches' }] });
    } finally {
      await redis.admin.config('SET', ...mend);
    }
    await queues.jobQueues.queues.get('batches')!.resume();
    expect(await look()).toMatchObject({ redis: 'ok', duties: expect.any(Array), pauses: [] });
  });

  it('shows the workers again as soon as Redis accepts writes', async () => {
    await redis.admin.flushall();
    await redis.admin.config('SET', 'maxmemory', '1');
    using resources = new DisposableStack();
    resources.use(startHeartbeats({ jobQueues: queues.jobQueues, logger, now: () => NOW }, ['pdfs']));
    await redis.admin.config('SET', 'maxmemory', '0');
    await eventually(async () => (await count())['pdfs'] === 1);
    expect((await look()).redis).toBe('ok');
  });

  it('shows that Redis does not answer when it hangs', async () => {
    await redis.admin.call('client', 'pause', '600000', 'write');
    try {
      expect(await look()).toMatchObject({ redis: 'does not answer', duties: null });
    } finally {
      await redis.admin.call('client', 'unpause');
    }
  });
});

it('the queue snapshot shows the policy of a Redis that evicts keys and the number of evicted keys', async () => {
  expect(await look()).toMatchObject({ eviction: { policy: null, evictedKeys: 0 } });
  await redis.admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
  try {
    expect(await look()).toMatchObject({ eviction: { policy: 'allkeys-lru' } });
    for (let key = 0; key < 100; key++) await redis.admin.set(`fill:${key}`, 'x'.repeat(1000));
    await redis.admin.config('SET', 'maxmemory', '1');
    await redis.admin.set('one-more', 'x').catch(() => {});
    await redis.admin.config('SET', 'maxmemory', '0');
    const { eviction } = await look();
    expect(eviction!.evictedKeys).toBeGreaterThan(50);
  } finally {
    await redis.admin.config('SET', 'maxmemory', '0');
    await redis.admin.config('SET', 'maxmemory-policy', 'noeviction');
  }
  expect(await look()).toMatchObject({ eviction: { policy: null, evictedKeys: expect.any(Number) } });
});
