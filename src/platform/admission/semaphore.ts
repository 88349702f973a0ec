import type { PermitLimit } from './limits.ts';

/** It was not this one's turn in time. */
export class SemaphoreTimeout extends Error {
  override name = 'SemaphoreTimeout';
}

export type Semaphore = <T>(owner: number | string, work: () => Promise<T>) => Promise<T>;

type Line = { running: number; readonly waiting: Set<() => void> };

/**
 * Lets so much work of an organization, or of another owner, run at the same time; more of it waits here, in order, and not on a lock in the database with a
 * connection in its hand that others need.
 * @throws SemaphoreTimeout when work has waited for `patienceMs`; it never begins then.
 */
export function createSemaphore({ atOnce, patienceMs }: PermitLimit): Semaphore {
  const lines = new Map<number | string, Line>();
  return async (owner, work) => {
    const line = lines.get(owner) ?? { running: 0, waiting: new Set() };
    lines.set(owner, line);
    if (line.running < atOnce) line.running += 1;
    else await waitIn(line, patienceMs);
    try {
      return await work();
    } finally {
      const [next] = line.waiting;
      // A turn that ends is handed on, or given back.
      if (next) next();
      else line.running -= 1;
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
