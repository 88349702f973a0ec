import { describe, expect, it } from 'vitest';
import { createMetrics } from '#src/telemetry/metrics.ts';
import { countQueues } from '#src/telemetry/queue-metrics.ts';

const NAMES = [
  'invoice_batches_received_total',
  'invoices_received_total',
  'idempotent_replays_total',
  'http_request_duration_seconds',
  'batch_processing_seconds',
  'invoices_issued_total',
  'invoices_failed_total',
  'pdf_render_seconds',
  'pdfs_rendered_total',
  'chromium_restarts_total',
  'reconciler_hints_total',
  'reconciler_due',
  'hint_failures_total',
  'aeat_uncompared_chains',
  'aeat_uncompared_wait_seconds',
  'nodejs_eventloop_lag_seconds',
];

describe('the metrics', () => {
  it.each(NAMES)('hold %s', async (name) => {
    const text = await createMetrics().registry.metrics();
    expect(text).toMatch(new RegExp(`^# TYPE ${name} `, 'm'));
  });

  it('count from zero, also by label', async () => {
    const text = await createMetrics().registry.metrics();
    expect(text).toContain('invoice_batches_received_total 0');
    expect(text).toContain('invoices_received_total{result="valid"} 0');
    expect(text).toContain('invoices_received_total{result="invalid"} 0');
  });

  it('say nothing of the database before it was measured, and where nobody measures it', async () => {
    const metrics = createMetrics();
    const shown = async () => (await metrics.registry.metrics()).match(/^aeat_\w+_chains \d+$/gm);
    expect(await shown()).toBeNull();
    metrics.uncomparedChains.set(0);
    metrics.haltedChains.set(2);
    expect(await shown()).toEqual(['aeat_halted_chains 2', 'aeat_uncompared_chains 0']);
  });

  it('are separate for each opening', async () => {
    const [first, second] = [createMetrics(), createMetrics()];
    first.batchesReceived.inc();
    first.invoicesReceived.inc({ result: 'invalid' }, 2);
    expect(await first.registry.metrics()).toContain('invoices_received_total{result="invalid"} 2');
    expect(await second.registry.metrics()).toContain('invoice_batches_received_total 0');
  });
});

describe('the jobs by queue and state', () => {
  it('are counted when the metrics are read', async () => {
    const { registry } = createMetrics();
    let waiting = 1;
    let isPaused = false;
    countQueues(
      registry,
      new Map([
        ['batches', { getJobCounts: async () => ({ waiting, failed: 0 }), isPaused: async () => isPaused }],
      ]),
    );
    expect(await registry.metrics()).toContain('bullmq_jobs{queue="batches",state="waiting"} 1');
    expect(await registry.metrics()).toContain('bullmq_queue_paused{queue="batches"} 0');
    waiting = 5;
    isPaused = true;
    expect(await registry.metrics()).toContain('bullmq_jobs{queue="batches",state="waiting"} 5');
    expect(await registry.metrics()).toContain('bullmq_queue_paused{queue="batches"} 1');
  });

  it.each([
    ['fail', () => Promise.reject(new Error('Redis is away'))],
    ['hang', () => new Promise<never>(() => {})],
  ])('are left out, within two seconds, when the counts of a queue %s', async (_way, ask) => {
    const { registry } = createMetrics();
    const started = performance.now();
    countQueues(registry, new Map([['batches', { getJobCounts: ask, isPaused: ask }]]));
    const text = await registry.metrics();
    expect(text).not.toContain('bullmq_jobs{');
    expect(text).not.toContain('bullmq_queue_paused{');
    expect(text).toContain('invoices_issued_total 0');
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
