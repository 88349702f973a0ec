import type { Logger } from './logger.ts';
import type { HintMetrics } from './metrics/hint-metrics.ts';

/** A job that its own schema refuses, as it is reported. */
type RefusedHint = { readonly name: string; readonly payload: object; readonly why: string };

/**
 * The interval in milliseconds between two lines about the same job. The reconciler finds the same rows every two
 * seconds.
 */
const EVERY_MS = 60_000;
const MAX_REMEMBERED = 1000;

/** Counts jobs that could not be enqueued, and logs each at most once a minute. */
export function createRefusalReporter(
  logger: Logger,
  metrics: HintMetrics,
): (refused: readonly RefusedHint[]) => void {
  const toldAt = new Map<string, number>();
  return (refused) => {
    for (const { name, payload, why } of refused) {
      metrics.hintsRefused.inc({ job: name });
      const key = JSON.stringify([name, payload]);
      if (performance.now() - (toldAt.get(key) ?? -Infinity) < EVERY_MS) continue;
      if (toldAt.size >= MAX_REMEMBERED) toldAt.clear();
      toldAt.set(key, performance.now());
      logger.error({ job: name, data: payload, why }, 'A hint is not as its job wants it and was not sent');
    }
  };
}
