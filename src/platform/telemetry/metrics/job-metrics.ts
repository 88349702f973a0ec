import { Counter, type Registry } from 'prom-client';

export type JobMetrics = ReturnType<typeof createJobMetrics>;

/** What a worker counts of its jobs, whatever they are about. */
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
