import { describe, expect, it } from 'vitest';
import { openFailedLogins } from '#src/dashboard/failed-logins.ts';

function openAt(start: number) {
  const clock = { now: start };
  const logins = openFailedLogins({ max: 3, windowMs: 60_000, now: () => clock.now });
  return { clock, logins };
}

describe('the limit of wrong logins', () => {
  it('lets a client fail as often as the limit says, then wait for the rest of the window', () => {
    const { clock, logins } = openAt(0);
    for (const failures of [1, 2, 3]) {
      expect(logins.secondsToWait('a')).toBe(0);
      clock.now = failures * 1000;
      logins.record('a');
    }
    expect(logins.secondsToWait('a')).toBe(58);
    clock.now = 60_999;
    expect(logins.secondsToWait('a')).toBe(1);
    clock.now = 61_000;
    expect(logins.secondsToWait('a')).toBe(0);
  });

  it('starts anew after the window', () => {
    const { clock, logins } = openAt(0);
    for (let failure = 0; failure < 3; failure++) logins.record('a');
    clock.now = 60_000;
    logins.record('a');
    expect(logins.secondsToWait('a')).toBe(0);
  });

  it('counts each client by itself', () => {
    const { logins } = openAt(0);
    for (let failure = 0; failure < 3; failure++) logins.record('a');
    expect(logins.secondsToWait('b')).toBe(0);
  });

  it('forgets the oldest clients rather than grow without end', () => {
    const { logins } = openAt(0);
    for (let failure = 0; failure < 3; failure++) logins.record('first');
    for (let client = 0; client < 9_999; client++) logins.record(`${client}`);
    expect(logins.secondsToWait('first')).toBeGreaterThan(0);
    logins.record('one more');
    expect(logins.secondsToWait('first')).toBe(0);
  });
});
