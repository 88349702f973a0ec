/** So long a failure is told to everybody: a database that is away is not asked by each viewer. */
const FAILED_MS = 1000;

/** Reads something anew once it is older than a while: one reading at a time, shared by all who ask meanwhile. */
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
