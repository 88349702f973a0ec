import { Counter, type Registry } from 'prom-client';

export type EnqueueMetrics = ReturnType<typeof createEnqueueMetrics>;

/**
 * Creates the metrics of enqueuing jobs.
 * @param jobs the names of all jobs, so that each counter starts at 0.
 */
export function createEnqueueMetrics(registry: Registry, jobs: readonly string[]) {
  const jobsNotEnqueued = new Counter({
    name: 'invoice_engine_jobs_not_enqueued_total',
    help: 'Number of jobs that were not enqueued because their payload does not match their schema, which is a defect of the program',
    labelNames: ['job_name'] as const,
    registers: [registry],
  });
  for (const job of jobs) jobsNotEnqueued.inc({ job_name: job }, 0);
  return { jobsNotEnqueued };
}
