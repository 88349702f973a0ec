/** None of the attempts succeeded. `reasons` holds the error of each, in the order of the items. */
export class NoneTaken extends Error {
  override readonly name = 'NoneTaken';
  readonly reasons: readonly unknown[];

  constructor(reasons: readonly unknown[]) {
    super('No row was returned');
    this.reasons = reasons;
  }
}

/**
 * Tries several items in order and takes the first that succeeds. The next item is tried as soon as
 * one fails, or in parallel once the current one has taken `patienceMs`, so that an item that never
 * answers does not hold up the others.
 * @param tryOne must stop and release its resources when its signal is aborted, which means that
 *   another item was taken.
 * @param patienceMs time before the next item is tried in parallel, in milliseconds.
 * @throws NoneTaken if every item fails.
 */
export function takeFirst<T, R>(
  items: readonly T[],
  tryOne: (item: T, signal: AbortSignal) => Promise<R>,
  patienceMs: number,
): Promise<R> {
  const { promise, resolve, reject } = Promise.withResolvers<R>();
  const reasons: unknown[] = items.map(() => undefined);
  const underWay = new Set<AbortController>();
  let next = 0;
  let failed = 0;
  let timer: NodeJS.Timeout | undefined;

  function startNext(): void {
    clearTimeout(timer);
    if (next === items.length) return;
    void run(next);
    next += 1;
    if (next < items.length) timer = setTimeout(startNext, patienceMs);
  }

  async function run(at: number): Promise<void> {
    const aborter = new AbortController();
    underWay.add(aborter);
    try {
      const result = await tryOne(items[at]!, aborter.signal);
      underWay.delete(aborter);
      clearTimeout(timer);
      next = items.length;
      for (const other of underWay) other.abort();
      resolve(result);
    } catch (error) {
      underWay.delete(aborter);
      reasons[at] = error;
      failed += 1;
      if (failed === items.length) reject(new NoneTaken(reasons));
      else startNext();
    }
  }

  startNext();
  return promise;
}
