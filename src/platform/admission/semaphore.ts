import type { PermitLimit } from './limits.ts';

/** Work did not get a permit in time. */
export class SemaphoreTimeout extends Error {
  override name = 'SemaphoreTimeout';
}

export type Semaphore = <T>(owner: number | string, work: () => Promise<T>) => Promise<T>;

type Line = { running: number; readonly waiting: Set<() => void> };

/**
 * Creates a semaphore with `atOnce` permits per organization or other owner. Further work of the
 * same owner waits here in order. It would otherwise wait for a lock in the database while it holds
 * a connection that others need.
 * @param permitsOf returns the present number of permits of an owner, if it varies. Work that has
 *   begun keeps its permit.
 * @throws SemaphoreTimeout if work has waited for `patienceMs` milliseconds; the work then never
 *   begins.
 */
export function createSemaphore(
  { atOnce, patienceMs }: PermitLimit,
  permitsOf: (owner: number | string) => number = () => atOnce,
): Semaphore {
  const lines = new Map<number | string, Line>();
  return async (owner, work) => {
    const line = lines.get(owner) ?? { running: 0, waiting: new Set() };
    lines.set(owner, line);
    if (line.running < permitsOf(owner)) line.running += 1;
    else await waitIn(line, patienceMs);
    try {
      return await work();
    } finally {
      line.running -= 1;
      // The permit is passed to waiting work, and so are permits that were added meanwhile.
      for (const begin of line.waiting) {
        if (line.running >= permitsOf(owner)) break;
        line.running += 1;
        begin();
      }
      if (line.running === 0) lines.delete(owner);
    }
  };
}

function waitIn({ waiting }: Line, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      waiting.delete(begin);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new SemaphoreTimeout(`not within ${patienceMs} ms`));
    }, patienceMs);
    waiting.add(begin);
  });
}
