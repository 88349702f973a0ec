import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../clients/typescript/src/engine-error.ts';
import { choosePause, isPassing, withRetries } from '../../clients/typescript/src/retry.ts';

const failure = (status: number, retryAfter: number | null = null) =>
  new EngineError({ status, code: 'x', message: 'x', retryAfter });

describe('the decision to repeat a request', () => {
  it.each([
    ['a broken connection', 0, true],
    ['a wrong request', 400, false],
    ['a wrong key', 401, false],
    ['a missing object', 404, false],
    ['a request that was too slow', 408, true],
    ['a body that is too large', 413, false],
    ['a refused batch', 422, false],
    ['too many requests', 429, true],
    ['an internal error', 500, false],
    ['a proxy without a server', 502, true],
    ['an unavailable engine', 503, true],
    ['a proxy that waited too long', 504, true],
  ])('%s (%i): %s', (_, status, expected) => {
    expect(isPassing(failure(status), 0, {})).toBe(expected);
  });

  it('allows an internal error up to three attempts for requests with an idempotency key', () => {
    expect([0, 1, 2].map((attempt) => isPassing(failure(500), attempt, { isKeyed: true }))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('allows a missing object if the client waits for it and the answer has Retry-After', () => {
    expect(isPassing(failure(409, 5), 0, { isAwaited: true })).toBe(true);
    expect(isPassing(failure(422, 5), 0, { isAwaited: true })).toBe(true);
    expect(isPassing(failure(422), 0, { isAwaited: true })).toBe(false);
    expect(isPassing(failure(409, 5), 0, {})).toBe(false);
    expect(isPassing(failure(409), 0, { isAwaited: true })).toBe(false);
  });
});

describe('the pause before a repeated request', () => {
  const attempt = fc.nat(1000);
  const random = fc.double({ min: 0, max: 1, noNaN: true });

  it('is between 100 ms and 10 s, and never shorter than Retry-After', () => {
    fc.assert(
      fc.property(attempt, random, fc.option(fc.nat(3600)), (count, chance, retryAfter) => {
        const ms = choosePause(count, retryAfter, chance);
        expect(ms).toBeGreaterThanOrEqual(retryAfter === null ? 100 : retryAfter * 1000);
        expect(ms).toBeLessThanOrEqual(retryAfter === null ? 10_000 : retryAfter * 1000 + 5000);
      }),
    );
  });

  it('grows with each attempt in spite of its random part, up to 5 s', () => {
    fc.assert(
      fc.property(fc.nat(4), (count) => {
        expect(choosePause(count, null, 1)).toBeLessThanOrEqual(choosePause(count + 1, null, 0));
      }),
    );
  });
});

describe('a call that fails', () => {
  it('fails at once with the last error if the wait would exceed the time limit', async () => {
    let calls = 0;
    const work = () => {
      calls += 1;
      return Promise.reject(failure(429, 60));
    };
    await expect(withRetries(work, { patienceMs: 50_000 })).rejects.toMatchObject({ retryAfter: 60 });
    expect(calls).toBe(1);
  });

  it('ends with the reason of its signal, also during a pause', async () => {
    const leaving = new AbortController();
    const work = () => Promise.reject(failure(503, 3600));
    const call = withRetries(work, { patienceMs: Infinity, signal: leaving.signal });
    leaving.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});
