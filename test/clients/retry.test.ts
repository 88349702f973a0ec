import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../clients/typescript/src/engine-error.ts';
import { choosePause, isPassing, withRetries } from '../../clients/typescript/src/retry.ts';

const failure = (status: number, retryAfter: number | null = null) =>
  new EngineError({ status, code: 'x', message: 'x', retryAfter });

describe('what is asked again', () => {
  it.each([
    ['a broken connection', 0, true],
    ['a wrong request', 400, false],
    ['a wrong key', 401, false],
    ['what is not there', 404, false],
    ['a request that came too slowly', 408, true],
    ['a body that is too large', 413, false],
    ['a refused batch', 422, false],
    ['too many requests', 429, true],
    ['a fault', 500, false],
    ['a proxy that reaches nobody', 502, true],
    ['an engine that has no room', 503, true],
    ['a proxy that waited too long', 504, true],
  ])('%s (%i): %s', (_, status, expected) => {
    expect(isPassing(failure(status), 0, {})).toBe(expected);
  });

  it('is a fault where something was to be created under a key, three times in all', () => {
    expect([0, 1, 2].map((attempt) => isPassing(failure(500), attempt, { isKeyed: true }))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is what is not there yet where it is waited for, and the engine says when to come again', () => {
    expect(isPassing(failure(422, 5), 0, { isAwaited: true })).toBe(true);
    expect(isPassing(failure(422, 5), 0, {})).toBe(false);
    expect(isPassing(failure(422), 0, { isAwaited: true })).toBe(false);
  });
});

describe('the pause before it', () => {
  const attempt = fc.nat(1000);
  const random = fc.double({ min: 0, max: 1, noNaN: true });

  it('is between 100 ms and 10 s, and never shorter than the engine asked for', () => {
    fc.assert(
      fc.property(attempt, random, fc.option(fc.nat(3600)), (count, chance, retryAfter) => {
        const ms = choosePause(count, retryAfter, chance);
        expect(ms).toBeGreaterThanOrEqual(retryAfter === null ? 100 : retryAfter * 1000);
        expect(ms).toBeLessThanOrEqual(retryAfter === null ? 10_000 : retryAfter * 1000 + 5000);
      }),
    );
  });

  it('grows from try to try, whatever chance does, until it is 5 s', () => {
    fc.assert(
      fc.property(fc.nat(4), (count) => {
        expect(choosePause(count, null, 1)).toBeLessThanOrEqual(choosePause(count + 1, null, 0));
      }),
    );
  });
});

describe('a call that fails', () => {
  it('fails at once with the last failure where the wait would outlast the patience', async () => {
    let calls = 0;
    const work = () => {
      calls += 1;
      return Promise.reject(failure(429, 60));
    };
    await expect(withRetries(work, { patienceMs: 50_000 })).rejects.toMatchObject({ retryAfter: 60 });
    expect(calls).toBe(1);
  });

  it('ends with the reason of its signal, also while it waits', async () => {
    const leaving = new AbortController();
    const work = () => Promise.reject(failure(503, 3600));
    const call = withRetries(work, { patienceMs: Infinity, signal: leaving.signal });
    leaving.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});
