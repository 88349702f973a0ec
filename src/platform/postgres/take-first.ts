/** Why none was taken: the reason of each, in their order. */
export class NoneTaken extends Error {
  override readonly name = 'NoneTaken';
  readonly reasons: readonly unknown[];

  constructor(reasons: readonly unknown[]) {
    super('None was taken');
    this.reasons = reasons;
  }
}

/**
 * Tries several things in their order and takes the first that succeeds. The next one is tried as soon as one failed, or beside it when it takes
 * long: one that answers nothing keeps back none of the others.
 * @param tryOne must give up, and let go of what it has, when its signal is aborted: another was taken.
 * @param patienceMs before the next one is tried beside those that are under way.
 * @throws NoneTaken
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
