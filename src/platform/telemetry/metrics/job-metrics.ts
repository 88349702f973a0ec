import { Counter, type Registry } from 'prom-client';

export type JobMetrics = ReturnType<typeof createJobMetrics>;

/** Creates the metrics of a worker's jobs of all kinds. */
export function createJobMetrics(registry: Registry) {
  return {
    jobsRefused: new Counter({
      name: 'jobs_refused_total',
      help: 'Jobs that a worker did not run, since it does not know their name or payload: a fault, or another version',
      labelNames: ['queue'] as const,
      registers: [registry],
    }),
  };
}
