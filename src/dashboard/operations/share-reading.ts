/**
 * How long a failure is shared by all viewers, so that an unavailable database is not queried for
 * each of them.
 */
const FAILED_MS = 1000;

/**
 * Returns a function that shares a reading. It reads again when the last result is older than
 * `freshMs`. Concurrent callers share one reading.
 */
export function shareReading<T>(
  read: () => Promise<T>,
  freshMs: number,
  failedMs = FAILED_MS,
): () => Promise<T> {
  let reading: Promise<T> | null = null;
  let freshUntil = Infinity;
  return () => {
    if (reading !== null && performance.now() < freshUntil) return reading;
    freshUntil = Infinity;
    const own = read();
    own.then(
      () => (freshUntil = performance.now() + freshMs),
      () => (freshUntil = performance.now() + failedMs),
    );
    return (reading = own);
  };
}
