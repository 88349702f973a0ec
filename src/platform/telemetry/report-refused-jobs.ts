import type { Logger } from './logger.ts';
import type { EnqueueMetrics } from './metrics/enqueue-metrics.ts';

/** A job that its own schema refuses, as it is reported. */
type RefusedJob = { readonly name: string; readonly payload: object; readonly why: string };

/**
 * The interval in milliseconds between two lines about the same job. The reconciler finds the same
 * rows every two seconds.
 */
const EVERY_MS = 60_000;
const MAX_REMEMBERED = 1000;

/** Counts jobs that could not be enqueued, and logs each at most once a minute. */
export function createRefusalReporter(
  logger: Logger,
  metrics: EnqueueMetrics,
): (refused: readonly RefusedJob[]) => void {
  const toldAt = new Map<string, number>();
  return (refused) => {
    for (const { name, payload, why } of refused) {
      metrics.jobsNotEnqueued.inc({ job_name: name });
      const key = JSON.stringify([name, payload]);
      if (performance.now() - (toldAt.get(key) ?? -Infinity) < EVERY_MS) continue;
      if (toldAt.size >= MAX_REMEMBERED) toldAt.clear();
      toldAt.set(key, performance.now());
      logger.error(
        { job: name, data: payload, why },
        'A job was not enqueued because its payload does not match its schema',
      );
    }
  };
}
