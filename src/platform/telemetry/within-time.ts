/**
 * Waits for a promise for a limited time. The operation behind the promise is not cancelled.
 * @param limit in milliseconds.
 * @throws the error of the promise, or an Error if the limit passes first.
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
