import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NoneTaken, takeFirst } from '../../../src/platform/postgres/take-first.ts';

const LONG_MS = 60_000;
/** Never answers, and rejects when it is aborted. */
const silent = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });

describe('takeFirst', () => {
  it.each([
    [['right', 'right'], 0, 1],
    [['wrong', 'right'], 1, 2],
    [['wrong', 'wrong', 'right'], 2, 3],
  ])('returns, for %j, the result at index %i after %i attempts', async (items, taken, tries) => {
    const tried: string[] = [];
    const result = await takeFirst(
      items.map((kind, at) => ({ kind, at })),
      async ({ kind, at }) => {
        tried.push(kind);
        if (kind === 'wrong') throw new Error('no');
        return at;
      },
      LONG_MS,
    );
    expect({ result, tries: tried.length }).toEqual({ result: taken, tries });
  });

  it('is not delayed by an attempt without an answer, which is aborted', async () => {
    const signals: AbortSignal[] = [];
    const result = await takeFirst(
      [silent, silent, async () => 'right'],
      (work, signal) => {
        signals.push(signal);
        return work(signal);
      },
      5,
    );
    expect(result).toBe('right');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  });

  it('can return a slow result after later attempts have failed', async () => {
    const slow = async () => {
      await wait(30);
      return 'slow';
    };
    const wrong = () => Promise.reject(new Error('no'));
    expect(await takeFirst([slow, wrong, wrong], (work) => work(), 1)).toBe('slow');
  });

  it('rejects with all reasons if all attempts fail', async () => {
    const failure = takeFirst(['a', 'b'], (name) => Promise.reject(new Error(name)), LONG_MS);
    await expect(failure).rejects.toMatchObject({ reasons: [{ message: 'a' }, { message: 'b' }] });
    await expect(failure).rejects.toBeInstanceOf(NoneTaken);
  });
});
