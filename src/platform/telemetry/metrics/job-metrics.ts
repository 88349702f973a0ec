import { Counter, type Registry } from 'prom-client';

export type JobMetrics = ReturnType<typeof createJobMetrics>;

/** Creates the metrics of a worker's jobs of all kinds. */
export function createJobMetrics(registry: Registry) {
  return {
    jobsRefused: new Counter({
      name: 'invoice_engine_jobs_refused_total',
      help: 'Number of jobs that a worker refused because their name or payload is invalid: another version enqueued them, or the program has a defect',
      labelNames: ['queue'] as const,
      registers: [registry],
    }),
  };
}
