import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUEUE_NAMES } from '../../../src/contracts/codes.ts';
import { readPauses } from '../../../src/platform/jobs/pauses.ts';
import { createMetrics } from '../../support/metrics.ts';
import { countQueues } from '../../../src/platform/telemetry/queue-metrics.ts';
import { openTestDatabase } from '../../support/database.ts';
import { openOwnRedis } from '../../support/own-redis.ts';
import { startProcess } from '../../support/processes.ts';
import { openTestQueues, type TestQueues } from '../../support/worker.ts';
import { DEFAULT_PREFIX } from '../../../src/platform/jobs/keys.ts';

let queues: TestQueues;
beforeAll(async () => {
  queues = await openTestQueues();
});
afterAll(async () => {
  for (const queue of queues.jobQueues.queues.values()) await queue.obliterate({ force: true });
  await queues[Symbol.asyncDispose]();
});

describe.each(QUEUE_NAMES)('the paused queue %s', (name) => {
  it('is reported with the time when its pause was first seen, and its jobs are measured, until it is resumed', async () => {
    const queue = queues.jobQueues.queues.get(name)!;
    const { registry } = createMetrics();
    countQueues(registry, queues.jobQueues.queues);
    const measure = async () => {
      const text = await registry.metrics();
      return {
        paused: new RegExp(`^invoice_engine_bullmq_queue_paused\\{queue="${name}"\\} (\\d)$`, 'm').exec(
          text,
        )?.[1],
        jobs: [
          ...text.matchAll(
            new RegExp(`^invoice_engine_bullmq_jobs\\{queue="${name}",state="(.*)"\\} 1$`, 'gm'),
          ),
        ].map(([, state]) => state),
      };
    };
    await queue.pause();
    await queue.add('test', {});
    await queue.add('test', {}, { priority: 3 });
    await queue.add('test', {}, { delay: 3_600_000 });
    const [first, later] = [new Date('2026-11-21T08:12:00Z'), new Date('2026-11-21T09:00:00Z')];
    const expected = [{ queue: name, since: first.getTime() }];
    expect(await readPauses(queues.jobQueues, first)).toEqual(expected);
    expect(await readPauses(queues.jobQueues, later)).toEqual(expected);
    expect(
      await readPauses(
        queues.jobQueues,
        later,
        QUEUE_NAMES.filter((other) => other !== name),
      ),
    ).toEqual([]);
    expect(await measure()).toEqual({ paused: '1', jobs: ['delayed', 'prioritized', 'waiting'] });
    await queue.resume();
    expect(await readPauses(queues.jobQueues, later)).toEqual([]);
    expect(await measure()).toEqual({ paused: '0', jobs: ['delayed', 'prioritized', 'waiting'] });
    await queue.pause();
    expect(await readPauses(queues.jobQueues, later)).toEqual([{ queue: name, since: later.getTime() }]);
    await queue.resume();
    await readPauses(queues.jobQueues, later);
  });
});

it('a worker warns once when a queue that it serves is paused, also at its start, and once when the queue is resumed', async () => {
  await using database = await openTestDatabase();
  await using redis = await openOwnRedis('paused');
  await using own = await openTestQueues(redis.url, DEFAULT_PREFIX);
  const get = (name: (typeof QUEUE_NAMES)[number]) => own.jobQueues.queues.get(name)!;
  await get('remission').pause();
  await get('pdfs').pause();
  await using worker = await startProcess('worker', {
    DATABASE_URL: database.urlOf('worker'),
    REDIS_URL: redis.url,
    WORKER_QUEUES: 'batches,remission',
  });
  const listWarnings = () =>
    worker
      .output()
      .split('\n')
      .flatMap((line) => /"level":"warn".*"message":"(The queue \S+ is \w+)/.exec(line)?.[1] ?? []);
  const expectTold = async (lines: readonly string[]) => {
    await expect.poll(listWarnings, { timeout: 20_000 }).toEqual(lines);
  };
  await expectTold(['The queue remission is PAUSED']);
  await get('small-batches').pause();
  await expectTold(['The queue remission is PAUSED', 'The queue small-batches is PAUSED']);
  await get('remission').resume();
  await expectTold([
    'The queue remission is PAUSED',
    'The queue small-batches is PAUSED',
    'The queue remission is resumed',
  ]);
  expect(worker.output()).toMatch(/"queue":"small-batches","since":\d+,/);
  expect(worker.output()).toContain('batches of at most 50 invoices are not issued');
}, 90_000);
