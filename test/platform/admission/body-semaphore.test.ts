import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBodySemaphore } from '../../../src/platform/admission/body-semaphore.ts';
import { SemaphoreTimeout } from '../../../src/platform/admission/semaphore.ts';

const NEXT_LOOP = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Opens a semaphore whose work ends when the test ends it, with a clock that advances by the
 * duration of the work.
 */
function createSemaphore(room = 100, share = 1 / 2) {
  let clock = 0;
  const acquire = createBodySemaphore({ room, share, now: () => clock });
  const begun: string[] = [];
  return {
    begun,
    send(organizationId: number, bytes: number, name: string, takes = 0) {
      const work = Promise.withResolvers<void>();
      const done = acquire(organizationId, bytes, () => {
        begun.push(name);
        clock += takes;
        return work.promise;
      });
      return { done, end: work.resolve, fail: work.reject };
    },
  };
}

// With fake timers, work that still waits at the end of a test never times out.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('the semaphore for request bodies', () => {
  it('starts work at once when there is room', () => {
    const semaphore = createSemaphore();
    semaphore.send(1, 40, 'first');
    semaphore.send(2, 40, 'second');
    expect(semaphore.begun).toEqual(['first', 'second']);
  });

  it('alternates between organizations, regardless of how many bodies each has sent', async () => {
    const semaphore = createSemaphore(100, 1);
    const first = semaphore.send(1, 100, 'first');
    semaphore.send(1, 40, 'more of the first');
    semaphore.send(1, 40, 'still more');
    semaphore.send(2, 40, 'of another');
    first.end();
    await first.done;
    expect(semaphore.begun).toEqual(['first', 'more of the first', 'of another']);
  });

  it('limits an organization to its share, or to one body', async () => {
    const semaphore = createSemaphore();
    semaphore.send(1, 50, 'half');
    semaphore.send(1, 60, 'large');
    semaphore.send(2, 40, 'of another');
    expect(semaphore.begun).toEqual(['half', 'of another']);
  });

  it('continues when work fails', async () => {
    const semaphore = createSemaphore();
    const first = semaphore.send(1, 100, 'first');
    semaphore.send(2, 100, 'next');
    first.fail(new Error('the database is away'));
    await expect(first.done).rejects.toThrow('the database is away');
    expect(semaphore.begun).toEqual(['first', 'next']);
  });

  it('yields to the event loop after half a millisecond of work', async () => {
    const semaphore = createSemaphore();
    for (const name of ['a', 'b', 'c', 'd']) semaphore.send(1, 1, name, 0.25);
    expect(semaphore.begun).toEqual(['a', 'b']);
    await NEXT_LOOP();
    expect(semaphore.begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects work that has waited for 30 seconds', async () => {
    const semaphore = createSemaphore();
    semaphore.send(1, 100, 'first');
    const second = semaphore.send(2, 60, 'second');
    const refusal = second.done.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await refusal).toBeInstanceOf(SemaphoreTimeout);
    expect(semaphore.begun).toEqual(['first']);
  });
});
