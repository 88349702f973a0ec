/**
 * Waits for a promise, but not longer than a time limit. What the promise does goes on.
 * @param limit in milliseconds.
 * @throws what the promise throws, or an Error when the limit passes first.
 */
export async function withinTime<T>(promise: Promise<T>, limit: number): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${limit} ms`)), limit);
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
}
