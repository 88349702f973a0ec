import { describe, expect, it } from 'vitest';
import { createSemaphore, SemaphoreTimeout } from '../../../src/platform/admission/semaphore.ts';

function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = { started: false, end: () => resolve('done'), fail: () => reject(new Error('broken')) };
  const run = () => {
    work.started = true;
    return promise;
  };
  return Object.assign(work, { run });
}
const nextLoop = () => new Promise((resolve) => void setImmediate(resolve));

describe('the semaphore of an organization', () => {
  it('limits concurrent work, and starts the next work in order when one ends or fails', async () => {
    const take = createSemaphore({ atOnce: 2, patienceMs: 10_000 });
    const works = Array.from({ length: 5 }, openWork);
    const results = works.map((work) => take(1, work.run).catch((error: Error) => error.message));
    const started = () => works.map((work) => work.started);
    await nextLoop();
    expect(started()).toEqual([true, true, false, false, false]);
    works[1]!.fail();
    await nextLoop();
    expect(started()).toEqual([true, true, true, false, false]);
    for (const work of works) work.end();
    expect(await Promise.all(results)).toEqual(['done', 'broken', 'done', 'done', 'done']);
  });

  it('follows a number of permits that varies: work that has begun goes on, and added permits are used with the next end', async () => {
    let permits = 3;
    const take = createSemaphore({ atOnce: 3, patienceMs: 10_000 }, () => permits);
    const works = Array.from({ length: 7 }, openWork);
    const results = works.map((work) => take(1, work.run));
    const started = () => works.filter((work) => work.started).length;
    expect(started()).toBe(3);
    permits = 1;
    works[0]!.end();
    works[1]!.end();
    await nextLoop();
    expect(started()).toBe(3);
    works[2]!.end();
    await nextLoop();
    expect(started()).toBe(4);
    permits = 3;
    works[3]!.end();
    await nextLoop();
    expect(started()).toBe(7);
    for (const work of works) work.end();
    expect(await Promise.all(results)).toEqual(works.map(() => 'done'));
  });

  it('is separate from that of other organizations', async () => {
    const take = createSemaphore({ atOnce: 1, patienceMs: 10_000 });
    const [busy, other] = [openWork(), openWork()];
    const first = take(1, busy.run);
    const second = take(2, other.run);
    await nextLoop();
    expect(other.started).toBe(true);
    busy.end();
    other.end();
    expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  });

  it('rejects work that has waited too long, never starts it, and serves the next work', async () => {
    const take = createSemaphore({ atOnce: 1, patienceMs: 20 });
    const [busy, late, next] = [openWork(), openWork(), openWork()];
    const first = take(1, busy.run);
    await expect(take(1, late.run)).rejects.toThrow(SemaphoreTimeout);
    expect(late.started).toBe(false);
    busy.end();
    await first;
    const third = take(1, next.run);
    next.end();
    expect(await third).toBe('done');
  });
});
