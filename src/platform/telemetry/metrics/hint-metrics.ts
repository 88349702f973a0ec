import { Counter, type Registry } from 'prom-client';

export type HintMetrics = ReturnType<typeof createHintMetrics>;

/**
 * Creates the metrics of enqueuing jobs.
 * @param jobs the names of all jobs, so that each counter starts at 0.
 */
export function createHintMetrics(registry: Registry, jobs: readonly string[]) {
  const hintsRefused = new Counter({
    name: 'hints_refused_total',
    help: "Hints that were not sent, since their payload is not as their job's schema says: a fault of the program",
    labelNames: ['job'] as const,
    registers: [registry],
  });
  for (const job of jobs) hintsRefused.inc({ job }, 0);
  return { hintsRefused };
}
