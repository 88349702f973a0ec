import { EngineError } from './engine-error.ts';
import { pause } from './pause.ts';
import type { BatchSummary } from './shapes.ts';

/** Issued or failed, each invoice; a PDF of each issued one; AEAT's answer to each record. */
export type Stage = 'issued' | 'printed' | 'answered';

export type Waiting = {
  /** Default: `issued`. */
  readonly until?: Stage;
  /** Gets every summary that was seen. */
  readonly onProgress?: (summary: BatchSummary) => void;
  /** Default: as long as it takes. */
  readonly withinMs?: number;
  readonly signal?: AbortSignal | undefined;
};

const FIRST_PAUSE_MS = 100;
/** AEAT lets a minute pass between two messages: whoever waits for it has time. */
const MAX_PAUSE_MS = { issued: 1000, printed: 2000, answered: 5000 };

/** Whether a batch has come so far. */
export function hasReached({ pending, processed, rendered, verifactu }: BatchSummary, stage: Stage): boolean {
  if (pending > 0) return false;
  if (stage === 'printed') return rendered >= processed;
  return stage === 'issued' || verifactu.remission === 0;
}

/** Asks until a batch has come so far. @throws EngineError `not_in_time` */
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
