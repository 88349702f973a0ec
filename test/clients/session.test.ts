import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRenewal, createSession } from '../../clients/typescript/src/session.ts';

const DAY_MS = 24 * 3600_000;

/** Opens tokens named 0, 1, … that are valid for a time. */
function openCounted(lifeMs: number) {
  let opened = 0;
  const session = createSession(async () => {
    const value = String(opened);
    opened += 1;
    await Promise.resolve();
    return { value, renewAt: performance.now() + lifeMs };
  });
  return { session, count: () => opened };
}

describe('a session', () => {
  it('is opened once for concurrent calls', async () => {
    const { session, count } = openCounted(DAY_MS);
    expect(count()).toBe(0);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => session.getToken()));
    expect(new Set(tokens)).toEqual(new Set(['0']));
    expect(count()).toBe(1);
  });

  it('is opened again shortly before it expires', async () => {
    const { session } = openCounted(0);
    expect([await session.getToken(), await session.getToken()]).toEqual(['0', '1']);
  });

  it('is opened again once for all calls whose token was refused', async () => {
    const { session, count } = openCounted(DAY_MS);
    const token = await session.getToken();
    const again = Array.from({ length: 5 }, async () => {
      session.drop(token);
      return session.getToken();
    });
    expect(new Set(await Promise.all(again))).toEqual(new Set(['1']));
    session.drop(token);
    await session.getToken();
    expect(count()).toBe(2);
  });

  it('is opened by the next call if an attempt failed', async () => {
    let isBroken = true;
    const session = createSession(() =>
      isBroken ? Promise.reject(new Error('gone')) : Promise.resolve({ value: 'a', renewAt: Infinity }),
    );
    await expect(session.getToken()).rejects.toThrow('gone');
    isBroken = false;
    expect(await session.getToken()).toBe('a');
  });
});

describe('the renewal of a session', () => {
  it('happens before the end by the clock of the engine, independent of the local clock', () => {
    const instant = fc.integer({ min: 0, max: 4e12 });
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 30 * DAY_MS }), fc.nat(1e9), (answered, life, now) => {
        const renewal = chooseRenewal(answered, answered + life, now);
        expect(renewal).toBeGreaterThanOrEqual(now + life * 0.9 - 5 * 60_000 - 1);
        expect(renewal).toBeLessThan(now + life);
      }),
    );
    expect(chooseRenewal(0, DAY_MS, 0)).toBe(DAY_MS - 5 * 60_000);
  });

  it('is left to the engine if the end is missing or in the past', () => {
    expect(chooseRenewal(5, 5, 0)).toBe(Infinity);
    expect(chooseRenewal(5, Number.NaN, 0)).toBe(Infinity);
  });
});
