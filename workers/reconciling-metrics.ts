import { Counter, Gauge, type Registry } from 'prom-client';

export type ReconcilingMetrics = ReturnType<typeof createReconcilingMetrics>;

/**
 * Creates the metrics of a worker's reconciler.
 * @param jobs the names of all jobs.
 */
export function createReconcilingMetrics(registry: Registry, jobs: readonly string[]) {
  const registers = [registry];
  const metrics = {
    jobsSent: new Counter({
      name: 'invoice_engine_reconciler_jobs_total',
      help: 'Number of jobs that the reconciler enqueued for due rows',
      labelNames: ['job_name'] as const,
      registers,
    }),
    due: new Gauge({
      name: 'invoice_engine_reconciler_due',
      help: 'Number of due rows that the reconciler found in its last round',
      labelNames: ['kind'] as const,
      registers,
    }),
  };
  for (const job of jobs) metrics.jobsSent.inc({ job_name: job }, 0);
  return metrics;
}
