import { fastify } from 'fastify';
import { setImmediate as yieldToEventLoop, setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createDebouncedEnqueue } from '../../src/api/debounced-enqueue.ts';
import type { NewJob } from '../../src/platform/jobs/job-queues.ts';
import { createIngressMetrics } from '../../src/api/ingress-metrics.ts';

const buildJob = (batchId: number) =>
  ({
    name: 'process-batch',
    payload: { organizationId: 1, batchId, invoices: 1, work: 1 },
    work: 1,
  }) as const;

function open(send: (jobs: readonly NewJob[]) => Promise<void>) {
  const app = fastify();
  const metrics = createIngressMetrics(new Registry());
  const job = createDebouncedEnqueue(app, {
    jobQueues: { send },
    metrics,
    logger: pino({ level: 'silent' }),
  });
  return { app, metrics, job };
}

describe('the jobs of accepted batches', () => {
  it('are sent at once if none was sent shortly before, and otherwise together after a delay', async () => {
    const sent: number[][] = [];
    const { job } = open(async (jobs) => {
      sent.push(jobs.map(({ payload }) => (payload as { batchId: number }).batchId));
    });
    job(buildJob(1));
    job(buildJob(2));
    expect(sent).toEqual([]);
    await yieldToEventLoop();
    expect(sent).toEqual([[1, 2]]);
    job(buildJob(3));
    await yieldToEventLoop();
    job(buildJob(4));
    expect(sent).toEqual([[1, 2]]);
    while (sent.length < 2) await wait(1);
    expect(sent).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('are sent when the ingress closes', async () => {
    const sent: number[] = [];
    const { app, job } = open(async (jobs) => void sent.push(jobs.length));
    job(buildJob(1));
    await yieldToEventLoop();
    job(buildJob(2));
    await app.close();
    expect(sent).toEqual([1, 1]);
  });

  it('are counted if they cannot be sent, without causing an error', async () => {
    const { job, metrics } = open(() => Promise.reject(new Error('Redis is away')));
    job(buildJob(1));
    job(buildJob(2));
    await yieldToEventLoop();
    await yieldToEventLoop();
    expect((await metrics.enqueueFailures.get()).values).toMatchObject([{ value: 2 }]);
  });
});
