import { describe, expect, it } from 'vitest';
import { createClientCounts } from '#src/platform/admission/connections/client-counts.ts';

function openAt(start: number) {
  const clock = { now: start };
  return { clock, attempts: createClientCounts({ max: 3, now: () => clock.now }) };
}

describe('the limit of attempts per client', () => {
  it('allows attempts up to the limit, after which a client waits for the rest of the minute', () => {
    const { clock, attempts } = openAt(0);
    for (const count of [1, 2, 3]) {
      expect(attempts.secondsToWait('a')).toBe(0);
      clock.now = count * 1000;
      expect(attempts.count('a')).toBe(count);
    }
    expect(attempts.secondsToWait('a')).toBe(58);
    clock.now = 60_999;
    expect(attempts.secondsToWait('a')).toBe(1);
    clock.now = 61_000;
    expect(attempts.secondsToWait('a')).toBe(0);
  });

  it('counts from zero after the minute', () => {
    const { clock, attempts } = openAt(0);
    for (let count = 0; count < 3; count += 1) attempts.count('a');
    clock.now = 60_000;
    expect(attempts.count('a')).toBe(1);
    expect(attempts.secondsToWait('a')).toBe(0);
  });

  it('does not make a client wait longer when the clock is set back', () => {
    const { clock, attempts } = openAt(10_000_000);
    for (let count = 0; count < 3; count += 1) attempts.count('a');
    clock.now = 0;
    expect(attempts.secondsToWait('a')).toBe(0);
  });

  it('counts the attempts of each client separately', () => {
    const { attempts } = openAt(0);
    for (let count = 0; count < 3; count += 1) attempts.count('a');
    expect(attempts.secondsToWait('b')).toBe(0);
  });

  it('forgets the oldest clients when there are too many', () => {
    const { attempts } = openAt(0);
    for (let count = 0; count < 3; count += 1) attempts.count('first');
    for (let client = 0; client < 9_999; client += 1) attempts.count(`${client}`);
    expect(attempts.secondsToWait('first')).toBeGreaterThan(0);
    attempts.count('one more');
    expect(attempts.secondsToWait('first')).toBe(0);
  });
});
