import { setTimeout as wait } from 'node:timers/promises';

/**
 * Calls `look` every 20 ms (or `every`) until it returns something other than null, undefined or
 * false.
 * @throws after the time limit, with the last error.
 */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  {
    within = 10_000,
    what = 'the expected state',
    every = 20,
  }: { within?: number; what?: string; every?: number } = {},
): Promise<T> {
  const deadline = performance.now() + within;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (performance.now() > deadline)
      throw new Error(`Waited ${within} ms for ${what}, which did not happen`);
    await wait(every);
  }
}
