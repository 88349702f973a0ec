const FIRST_BACKOFF_MS = 10_000;
/** The law requires an attempt at least every hour (Orden HAC/1177/2024, art. 16.4). */
const MAX_BACKOFF_MS = 15 * 60_000;

/**
 * Returns the time from a failed attempt to send records to AEAT until the next one, in
 * milliseconds. It doubles with every failure up to 15 minutes; attempts never end.
 * @param failures number of consecutive failures, at least 1.
 * @param random from 0 to 1, so that chains that failed together do not retry together.
 */
export function computeBackoff(failures: number, random: number): number {
  const most = Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(failures - 1, 0), MAX_BACKOFF_MS);
  return Math.round(most * (0.75 + random / 4));
}
