import { fastify } from 'fastify';
import { setImmediate as yieldToEventLoop, setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createDebouncedEnqueue } from '../../src/api/debounced-enqueue.ts';
import type { Hint } from '../../src/platform/jobs/hints.ts';
import { createIngressMetrics } from '../../src/api/ingress-metrics.ts';

const buildHint = (batchId: number) =>
  ({
    name: 'process-batch',
    payload: { organizationId: 1, batchId, invoices: 1, work: 1 },
    work: 1,
  }) as const;

function open(send: (hints: readonly Hint[]) => Promise<void>) {
  const app = fastify();
  const metrics = createIngressMetrics(new Registry());
  const hint = createDebouncedEnqueue(app, {
    hints: { send },
    metrics,
    logger: pino({ level: 'silent' }),
  });
  return { app, metrics, hint };
}

describe('hints of accepted batches', () => {
  it('are sent at once where none was sent just now, and those that follow together', async () => {
    const sent: number[][] = [];
    const { hint } = open(async (hints) => {
      sent.push(hints.map(({ payload }) => (payload as { batchId: number }).batchId));
    });
    hint(buildHint(1));
    hint(buildHint(2));
    expect(sent).toEqual([]);
    await yieldToEventLoop();
    expect(sent).toEqual([[1, 2]]);
    hint(buildHint(3));
    await yieldToEventLoop();
    hint(buildHint(4));
    expect(sent).toEqual([[1, 2]]);
    while (sent.length < 2) await wait(1);
    expect(sent).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('are not left behind when the ingress closes', async () => {
    const sent: number[] = [];
    const { app, hint } = open(async (hints) => void sent.push(hints.length));
    hint(buildHint(1));
    await yieldToEventLoop();
    hint(buildHint(2));
    await app.close();
    expect(sent).toEqual([1, 1]);
  });

  it('that are lost fail nobody, and are counted', async () => {
    const { hint, metrics } = open(() => Promise.reject(new Error('Redis is away')));
    hint(buildHint(1));
    hint(buildHint(2));
    await yieldToEventLoop();
    await yieldToEventLoop();
    expect((await metrics.hintFailures.get()).values).toMatchObject([{ value: 2 }]);
  });
});
