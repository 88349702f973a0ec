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
const turn = () => new Promise((resolve) => void setImmediate(resolve));

describe('the turns of an organization', () => {
  it('let so much run at once; the rest follows in order, after an end and after a failure', async () => {
    const take = createSemaphore({ atOnce: 2, patienceMs: 10_000 });
    const works = Array.from({ length: 5 }, openWork);
    const results = works.map((work) => take(1, work.run).catch((error: Error) => error.message));
    const started = () => works.map((work) => work.started);
    await turn();
    expect(started()).toEqual([true, true, false, false, false]);
    works[1]!.fail();
    await turn();
    expect(started()).toEqual([true, true, true, false, false]);
    for (const work of works) work.end();
    expect(await Promise.all(results)).toEqual(['done', 'broken', 'done', 'done', 'done']);
  });

  it('are no business of other organizations', async () => {
    const take = createSemaphore({ atOnce: 1, patienceMs: 10_000 });
    const [busy, other] = [openWork(), openWork()];
    const first = take(1, busy.run);
    const second = take(2, other.run);
    await turn();
    expect(other.started).toBe(true);
    busy.end();
    other.end();
    expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  });

  it('are waited for so long and not longer: then the work never begins, and the line goes on', async () => {
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
