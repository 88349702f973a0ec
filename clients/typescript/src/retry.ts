import { EngineError } from './engine-error.ts';
import { pause } from './pause.ts';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 10_000;
/** The statuses after which a request may be repeated; 0 is a broken connection or a timeout. */
const PASSING = new Set([0, 408, 429, 502, 503, 504]);
/**
 * The maximum number of attempts after internal errors of the engine, which may be temporary or
 * caused by the request.
 */
const MAX_FAULTS = 3;
/** The statuses after which the engine has certainly not acted. */
const REFUSED = new Set([429, 503]);

export type Retrying = {
  /**
   * Whether a request is repeated after a 500: it creates something, and has an idempotency key.
   */
  readonly isKeyed?: boolean;
  /** Whether a 409 with `Retry-After` means "not yet". */
  readonly isAwaited?: boolean;
  /**
   * Whether a second request would act again, so that it is repeated only if the first one
   * certainly had no effect.
   */
  readonly isOnce?: boolean;
};

/**
 * Returns whether a failed request may succeed when it is repeated, without changing anything
 * twice.
 * @param attempt the attempt, from 0.
 */
export function isPassing(
  { status, code, retryAfter }: Pick<EngineError, 'status' | 'code' | 'retryAfter'>,
  attempt: number,
  { isKeyed = false, isAwaited = false, isOnce = false }: Retrying,
): boolean {
  // The answer to a repeated request would be as large.
  if (code === 'closed' || code === 'too_large') return false;
  if (isOnce) return REFUSED.has(status);
  if (status === 500) return isKeyed && attempt + 1 < MAX_FAULTS;
  // Releases before 1.2.0 say 422.
  if (status === 409 || status === 422) return isAwaited && retryAfter !== null;
  return PASSING.has(status);
}

/**
 * Returns the pause in ms: twice as long each time, up to 10 s, and never shorter than Retry-After.
 * Up to half of it is random, which spreads the requests of clients that failed at the same time.
 * @param attempt the attempt, from 0.
 * @param random a number from 0 to 1.
 */
export function choosePause(attempt: number, retryAfter: number | null, random: number): number {
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10), MAX_PAUSE_MS);
  const jittered = backoff * (0.5 + random / 2);
  return Math.round(retryAfter === null ? jittered : retryAfter * 1000 + jittered * 0.5);
}

/**
 * Runs work until it succeeds, fails permanently, or the time limit would be exceeded.
 * @throws the last error.
 */
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
