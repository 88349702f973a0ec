import { EngineError } from './engine-error.ts';
import { pause } from './pause.ts';
import type { BatchSummary } from './shapes.ts';

/**
 * The stages of a batch: each invoice is issued or failed; each issued one has its PDF; AEAT has
 * answered each record.
 */
export type Stage = 'issued' | 'printed' | 'answered';

export type Waiting = {
  /** The stage to wait for; default: `issued`. */
  readonly until?: Stage;
  /** Called with every summary. */
  readonly onProgress?: (summary: BatchSummary) => void;
  /** The time limit in ms; default: none. */
  readonly withinMs?: number;
  readonly signal?: AbortSignal | undefined;
};

const FIRST_PAUSE_MS = 100;
/**
 * The longest pause in ms between two requests for each stage. AEAT requires a minute between two
 * messages, so that stage has the longest.
 */
const MAX_PAUSE_MS = { issued: 1000, printed: 2000, answered: 5000 };

/** Returns whether a batch has reached a stage. */
export function hasReached({ pending, processed, rendered, verifactu }: BatchSummary, stage: Stage): boolean {
  if (pending > 0) return false;
  if (stage === 'printed') return rendered >= processed;
  return stage === 'issued' || verifactu.remission === 0;
}

/** Waits until a batch has reached a stage. @throws EngineError `not_in_time` */
export async function waitForBatch(
  ask: () => Promise<BatchSummary>,
  { until = 'issued', onProgress, withinMs = Number.POSITIVE_INFINITY, signal }: Waiting,
): Promise<BatchSummary> {
  const deadline = performance.now() + withinMs;
  for (let wanted = FIRST_PAUSE_MS; ; wanted = Math.min(wanted * 1.5, MAX_PAUSE_MS[until])) {
    const summary = await ask();
    onProgress?.(summary);
    if (hasReached(summary, until)) return summary;
    if (performance.now() + wanted > deadline) {
      const message = `The batch was not ${until} within ${withinMs / 1000} s`;
      throw new EngineError({ status: 0, code: 'not_in_time', message });
    }
    await pause(wanted, signal);
  }
}
