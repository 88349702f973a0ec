import type { Logger } from './logger.ts';
import type { HintMetrics } from './metrics/hint-metrics.ts';

/** What is told of a hint that its own job's schema refuses. */
type RefusedHint = { readonly name: string; readonly payload: object; readonly why: string };

/** The reconciler meets the same rows every two seconds: one line a minute is enough. */
const EVERY_MS = 60_000;
const MAX_REMEMBERED = 1000;

/** Counts hints that could not be sent, and tells of each now and then. */
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
