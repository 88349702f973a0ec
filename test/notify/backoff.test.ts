import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findEndOfRest, findNextTry, GIVEN_UP_AFTER_MS, readRetryAfter } from '../../src/notify/backoff.ts';

const HOUR = 3600 * 1000;
const random = fc.double({ min: 0, max: 1, noNaN: true });
const asked = fc.option(fc.integer({ min: 0, max: 10 * 24 * HOUR }), { nil: null });
const START = new Date('2026-03-01T12:00:00Z');

/** Lists the times of all attempts to deliver an event that is never accepted. */
function listTries(chances: () => number, askedForMs: number | null): Date[] {
  const tries: Date[] = [];
  for (let now: Date | null = START; now !== null;) {
    tries.push(now);
    now = findNextTry(START, { now, failures: tries.length, random: chances(), askedForMs });
  }
  return tries;
}

describe('an event that is never accepted', () => {
  it('is sent at growing intervals for exactly three days, whatever the jitter and the Retry-After of the receiver', () => {
    fc.assert(
      fc.property(fc.array(random, { minLength: 1 }), asked, (chances, askedForMs) => {
        let index = 0;
        const tries = listTries(() => chances[(index += 1) % chances.length]!, askedForMs);
        expect(tries.at(-1)!.getTime() - START.getTime()).toBe(GIVEN_UP_AFTER_MS);
        const gaps = tries.slice(1).map((at, place) => at.getTime() - tries[place]!.getTime());
        expect(Math.max(...gaps)).toBeLessThanOrEqual(6 * HOUR);
        expect(gaps.every((gap) => gap > 0)).toBe(true);
        expect(tries.length).toBeGreaterThan(10);
        expect(tries.length).toBeLessThan(60);
      }),
    );
  });

  it('is not sent again earlier than the receiver asks for, up to six hours', () => {
    fc.assert(
      fc.property(random, asked, fc.integer({ min: 1, max: 30 }), (chance, askedForMs, failures) => {
        const next = findNextTry(START, { now: START, failures, random: chance, askedForMs })!;
        expect(next.getTime() - START.getTime()).toBeGreaterThanOrEqual(Math.min(askedForMs ?? 0, 6 * HOUR));
      }),
    );
  });
});

it('an endpoint that fails receives nothing for at most five minutes, unless it asks for more', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: 1, max: 2000 }), (chance, failures) => {
      const rest =
        findEndOfRest({ now: START, failures, random: chance, askedForMs: null }).getTime() - START.getTime();
      expect(rest).toBeGreaterThanOrEqual(4000);
      expect(rest).toBeLessThanOrEqual(300_000);
    }),
  );
});

it.each([
  [undefined, null],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['120', 120_000],
  ['0', 0],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2020 12:00:30 GMT', 0],
  ['99999999999999999', null],
])('Retry-After: %s is read as %s ms', (header, expected) => {
  expect(readRetryAfter(header, START)).toBe(expected);
});
