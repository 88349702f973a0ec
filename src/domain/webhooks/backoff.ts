/*
 * When an event that was not taken is tried again, and for how long nothing is sent to an endpoint that fails.
 */

const SECOND = 1000;
/** After the first failure; four times as long after each one more. */
const FIRST_MS = 5 * SECOND;
const FACTOR = 4;
const LONGEST_MS = 3 * 3600 * SECOND;
/** So much of it is left to chance, so that what failed together does not come back together. */
const JITTER = 0.2;
/** From the first failure on. */
export const GIVEN_UP_AFTER_MS = 3 * 24 * 3600 * SECOND;
/** A receiver may ask for less than this, and gets it; who asks for more is asked sooner. */
const MOST_ASKED_FOR_MS = 6 * 3600 * SECOND;
const LONGEST_REST_MS = 5 * 60 * SECOND;

/** A try that failed. */
export type FailedTry = {
  readonly now: Date;
  /** With this one. */
  readonly failures: number;
  /** Between 0 and 1. */
  readonly random: number;
  /** What the receiver asked for (`Retry-After`); null: nothing. */
  readonly askedForMs: number | null;
};

/**
 * When an event is tried again.
 * @param since its first try failed.
 * @returns null where it is given up: the last try is at the very end of its time.
 */
export function findNextTry(since: Date, failed: FailedTry): Date | null {
  const end = since.getTime() + GIVEN_UP_AFTER_MS;
  const at = failed.now.getTime();
  if (at >= end) return null;
  return new Date(Math.min(at + findWait(failed, FACTOR, LONGEST_MS), end));
}

/** Until when nothing is sent to an endpoint that failed, whatever waits for it. */
export function findEndOfRest(failed: FailedTry): Date {
  return new Date(failed.now.getTime() + findWait(failed, 2, LONGEST_REST_MS));
}

function findWait({ failures, random, askedForMs }: FailedTry, factor: number, longest: number): number {
  const wait = Math.min(FIRST_MS * factor ** Math.max(failures - 1, 0), longest);
  const shaken = wait * (1 - JITTER + JITTER * random);
  return Math.max(shaken, Math.min(askedForMs ?? 0, MOST_ASKED_FOR_MS));
}

/** Reads the header `Retry-After`: seconds, or a date. @returns milliseconds from now; null where it says nothing that can be read. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  // Anything else Node would read a date out of, too: `-5`.
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(at - now.getTime(), 0);
}
