import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { countQueues } from '#src/platform/telemetry/queue-metrics.ts';
import { createMetrics, openRegistryOf } from '../../support/metrics.ts';

const PROCESSES = ['ingress', 'worker', 'dashboard'] as const;

describe('the metrics of a process', () => {
  it.each(PROCESSES)('have names and units according to Prometheus conventions: %s', (process) => {
    const faults = openRegistryOf(process)
      .getMetricsAsArray()
      .flatMap(({ name, help, type }) => {
        const isCounter = (type as unknown) === 'counter';
        return [
          ...(isCounter === name.endsWith('_total')
            ? []
            : [`${name}: counters, and only counters, must end with _total`]),
          ...(/(_ms|_milliseconds|_minutes|_hours|_days|_kb|_mb|_percent|_count|_sum|_bucket)(_|$)/.test(name)
            ? [`${name}: the name must have a base unit and no suffix of histograms`]
            : []),
          ...(help.length > 10 ? [] : [`${name}: the help is too short`]),
        ];
      });
    expect(faults).toEqual([]);
  });

  it('contain the kind and the version of the process', async () => {
    const text = await openRegistryOf('ingress').metrics();
    expect(text).toMatch(/^invoice_engine_build_info\{process="ingress",version="\d+\.\d+\.\d+[^"]*"\} 1$/m);
  });

  it('start at zero for every label', async () => {
    const text = await createMetrics().registry.metrics();
    expect(text).toContain('invoice_engine_invoice_batches_received_total 0');
    expect(text).toContain('invoice_engine_invoices_received_total{result="valid"} 0');
    expect(text).toContain('invoice_engine_invoices_received_total{result="invalid"} 0');
    expect(text).toContain('invoice_engine_jobs_not_enqueued_total{job_name="remit-records"} 0');
    expect(text).toContain('invoice_engine_aeat_records_total{state="rejected"} 0');
  });

  it('contain no gauges of the database before it was measured and after they were forgotten', async () => {
    const metrics = createMetrics();
    const shown = async () =>
      (await metrics.registry.metrics()).match(
        /^invoice_engine_(aeat_\w+_chains|work_oldest\w+(\{.*\})?) \d+$/gm,
      );
    expect(await shown()).toBeNull();
    metrics.uncomparedChains.set(0);
    metrics.haltedChains.set(2);
    metrics.oldestSeconds.set({ kind: 'pdfs' }, 3);
    expect(await shown()).toEqual([
      'invoice_engine_work_oldest_age_seconds{kind="pdfs"} 3',
      'invoice_engine_aeat_halted_chains 2',
      'invoice_engine_aeat_uncompared_chains 0',
    ]);
    metrics.forget();
    expect(await shown()).toBeNull();
  });
});

describe('the metrics of jobs by queue and state', () => {
  it.each([
    ['fail', () => Promise.reject(new Error('Redis is away'))],
    ['hang', () => new Promise<never>(() => {})],
  ])('are omitted when the counts of a queue %s', async (_way, ask) => {
    const { registry } = createMetrics();
    countQueues(registry, new Map([['batches', { getJobCounts: ask, isPaused: ask }]]));
    const text = await Promise.race([registry.metrics(), wait(6000, 'still waiting')]);
    expect(text).not.toContain('invoice_engine_bullmq_jobs{');
    expect(text).not.toContain('invoice_engine_bullmq_queue_paused{');
    expect(text).toContain('invoice_engine_invoices_issued_total 0');
  });
});
