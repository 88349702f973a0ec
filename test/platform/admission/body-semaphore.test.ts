import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBodySemaphore } from '../../../src/platform/admission/body-semaphore.ts';
import { SemaphoreTimeout } from '../../../src/platform/admission/semaphore.ts';

const NEXT_LOOP = () => new Promise((resolve) => setImmediate(resolve));

/** Semaphore with work that ends when it is told to, and a clock that goes on by what work takes. */
function createSemaphore(room = 100, share = 1 / 2) {
  let clock = 0;
  const turns = createBodySemaphore({ room, share, now: () => clock });
  const begun: string[] = [];
  return {
    begun,
    send(organizationId: number, bytes: number, name: string, takes = 0) {
      const work = Promise.withResolvers<void>();
      const done = turns(organizationId, bytes, () => {
        begun.push(name);
        clock += takes;
        return work.promise;
      });
      return { done, end: work.resolve, fail: work.reject };
    },
  };
}

// What still waits at a test's end never gives up.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('turns of bodies', () => {
  it('begin at once where there is room, before anything else happens', () => {
    const turns = createSemaphore();
    turns.send(1, 40, 'first');
    turns.send(2, 40, 'second');
    expect(turns.begun).toEqual(['first', 'second']);
  });

  it('are taken by organizations one after the other, whoever sent more', async () => {
    const turns = createSemaphore(100, 1);
    const first = turns.send(1, 100, 'first');
    turns.send(1, 40, 'more of the first');
    turns.send(1, 40, 'still more');
    turns.send(2, 40, 'of another');
    first.end();
    await first.done;
    expect(turns.begun).toEqual(['first', 'more of the first', 'of another']);
  });

  it('leave room for others: one organization has its share, or a single body', async () => {
    const turns = createSemaphore();
    turns.send(1, 50, 'half');
    turns.send(1, 60, 'large');
    turns.send(2, 40, 'of another');
    expect(turns.begun).toEqual(['half', 'of another']);
  });

  it('go on when work fails', async () => {
    const turns = createSemaphore();
    const first = turns.send(1, 100, 'first');
    turns.send(2, 100, 'next');
    first.fail(new Error('the database is away'));
    await expect(first.done).rejects.toThrow('the database is away');
    expect(turns.begun).toEqual(['first', 'next']);
  });

  it('let the event loop go on after some milliseconds of work', async () => {
    const turns = createSemaphore();
    for (const name of ['a', 'b', 'c', 'd']) turns.send(1, 1, name, 1);
    expect(turns.begun).toEqual(['a', 'b']);
    await NEXT_LOOP();
    expect(turns.begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are waited for no longer than half a minute', async () => {
    const turns = createSemaphore();
    turns.send(1, 100, 'first');
    const second = turns.send(2, 60, 'second');
    const refusal = second.done.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await refusal).toBeInstanceOf(SemaphoreTimeout);
    expect(turns.begun).toEqual(['first']);
  });
});
