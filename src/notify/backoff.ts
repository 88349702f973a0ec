/*
 * Backoff of webhooks: when a failed delivery of an event is attempted again, and for how long
 * nothing is sent to a failing endpoint.
 */

const SECOND = 1000;
/**
 * Wait after the first failure of an event. It is multiplied by `FACTOR` after each further
 * failure.
 */
const FIRST_MS = 5 * SECOND;
const FACTOR = 4;
const LONGEST_MS = 3 * 3600 * SECOND;
/** Random share of a wait, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
/** Time from the first failure until an event is given up. */
export const GIVEN_UP_AFTER_MS = 3 * 24 * 3600 * SECOND;
/**
 * Maximum wait that a receiver can request with `Retry-After`. Longer requests are shortened to it.
 */
const MOST_ASKED_FOR_MS = 6 * 3600 * SECOND;
const LONGEST_REST_MS = 5 * 60 * SECOND;

/** A failed delivery attempt. */
export type FailedTry = {
  readonly now: Date;
  /** Number of failures, including this one. */
  readonly failures: number;
  /** Between 0 and 1. */
  readonly random: number;
  /** The wait that the receiver requested (`Retry-After`); null if it requested none. */
  readonly askedForMs: number | null;
};

/**
 * Returns when the delivery of an event is attempted again. The last attempt is exactly at the end
 * of the time until it is given up.
 * @param since time of the first failed attempt.
 * @returns null if the event is given up.
 */
export function findNextTry(since: Date, failed: FailedTry): Date | null {
  const end = since.getTime() + GIVEN_UP_AFTER_MS;
  const at = failed.now.getTime();
  if (at >= end) return null;
  return new Date(Math.min(at + findWait(failed, FACTOR, LONGEST_MS), end));
}

/** Returns until when nothing is sent to a failing endpoint. */
export function findEndOfRest(failed: FailedTry): Date {
  return new Date(failed.now.getTime() + findWait(failed, 2, LONGEST_REST_MS));
}

function findWait({ failures, random, askedForMs }: FailedTry, factor: number, longest: number): number {
  const wait = Math.min(FIRST_MS * factor ** Math.max(failures - 1, 0), longest);
  const shaken = wait * (1 - JITTER + JITTER * random);
  return Math.max(shaken, Math.min(askedForMs ?? 0, MOST_ASKED_FOR_MS));
}

/**
 * Parses the header `Retry-After`: seconds or a date.
 * @returns milliseconds from now; null if it is absent or cannot be parsed.
 */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  // Only HTTP dates: `Date.parse` also accepts texts such as `-5`.
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(at - now.getTime(), 0);
}
