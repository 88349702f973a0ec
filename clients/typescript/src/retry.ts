import { EngineError } from './engine-error.ts';
import { pause } from './pause.ts';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 10_000;
/** Nobody answered, or asked to be left alone for a moment: 0 is a broken connection or a time limit. */
const PASSING = new Set([0, 408, 429, 502, 503, 504]);
/** A fault of the engine may pass, or may come with this very request each time. */
const MAX_FAULTS = 3;

export type Retrying = {
  /** Whether a 500 is asked again: whoever created something must know what became of it, and has a key. */
  readonly isKeyed?: boolean;
  /** Whether a 422 that has `Retry-After` is a "not yet". */
  readonly isAwaited?: boolean;
};

/** Whether what failed may succeed when it is asked again, and changes nothing twice. @param attempt from 0. */
export function isPassing(
  { status, code, retryAfter }: Pick<EngineError, 'status' | 'code' | 'retryAfter'>,
  attempt: number,
  { isKeyed = false, isAwaited = false }: Retrying,
): boolean {
  // It would be as large again.
  if (code === 'closed' || code === 'too_large') return false;
  if (status === 500) return isKeyed && attempt + 1 < MAX_FAULTS;
  if (status === 422) return isAwaited && retryAfter !== null;
  return PASSING.has(status);
}

/**
 * How long to wait, in ms: twice as long each time, up to 10 s, and never less than the engine asked for. Up to half of it is chance, so that
 * those who failed together do not come back together.
 * @param attempt from 0. @param random 0 to 1.
 */
export function choosePause(attempt: number, retryAfter: number | null, random: number): number {
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10), MAX_PAUSE_MS);
  const jittered = backoff * (0.5 + random / 2);
  return Math.round(retryAfter === null ? jittered : retryAfter * 1000 + jittered * 0.5);
}

/** Runs work until it succeeds, fails for good, or the patience would be over. @throws the last failure. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { patienceMs, signal, ...retrying }: Retrying & { patienceMs: number; signal?: AbortSignal | undefined },
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineError) || !isPassing(error, attempt, retrying)) throw error;
      const wanted = choosePause(attempt, error.retryAfter, Math.random());
      if (performance.now() + wanted > deadline) throw error;
      await pause(wanted, signal);
    }
  }
}
