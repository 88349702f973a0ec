import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeBackoff,
  decideStep,
  endOfWait,
  isLate,
  type RemissionState,
  readWait,
} from '#src/domain/verifactu/flow-control.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const IDLE: RemissionState = {
  pending: 1,
  hasOpenSubmission: false,
  failures: 0,
  nextAllowedAt: null,
  sendingUntil: null,
  isHalted: false,
};
const decide = (changes: Partial<RemissionState>) => decideStep({ ...IDLE, ...changes }, NOW);

describe('the turn of a chain', () => {
  it.each<[string, Partial<RemissionState>, object]>([
    ['sends the first envelope at once', {}, { kind: 'send' }],
    ['has nothing to do without records', { pending: 0 }, { kind: 'nothing' }],
    ['is over while it is halted', { isHalted: true, pending: 5000 }, { kind: 'halted' }],
    ['waits for the end of the wait', { nextAllowedAt: NOW + 1 }, { kind: 'wait', until: NOW + 1 }],
    ['sends when the wait is just over', { nextAllowedAt: NOW }, { kind: 'send' }],
    ['leaves it to who is sending', { sendingUntil: NOW + 1, pending: 5000 }, { kind: 'busy' }],
    ['takes over from who did not come back', { sendingUntil: NOW }, { kind: 'send' }],
    [
      'sends a full envelope before the wait is over',
      { pending: 1000, nextAllowedAt: NOW + 1 },
      { kind: 'send' },
    ],
    [
      'waits with one record less',
      { pending: 999, nextAllowedAt: NOW + 1 },
      { kind: 'wait', until: NOW + 1 },
    ],
    [
      'waits with a full envelope behind an unanswered one',
      { pending: 2000, hasOpenSubmission: true, nextAllowedAt: NOW + 1 },
      { kind: 'wait', until: NOW + 1 },
    ],
    [
      'waits with a full envelope after a failure',
      { pending: 2000, failures: 1, nextAllowedAt: NOW + 1 },
      { kind: 'wait', until: NOW + 1 },
    ],
  ])('%s', (_what, changes, turn) => {
    expect(decide(changes)).toEqual(turn);
  });

  it('never comes before its wait but for a full envelope, nor while somebody sends', () => {
    const state = fc.record({
      pending: fc.integer({ min: 0, max: 3000 }),
      hasOpenSubmission: fc.boolean(),
      failures: fc.integer({ min: 0, max: 3 }),
      nextAllowedAt: fc.option(fc.integer({ min: NOW - 5, max: NOW + 5 })),
      sendingUntil: fc.option(fc.integer({ min: NOW - 5, max: NOW + 5 })),
      isHalted: fc.boolean(),
    });
    fc.assert(
      fc.property(state, (given) => {
        if (decideStep(given, NOW).kind !== 'send') return;
        expect(given.pending).toBeGreaterThan(0);
        expect(given.isHalted).toBe(false);
        expect(given.sendingUntil ?? 0).toBeLessThanOrEqual(NOW);
        const isFull = given.pending >= 1000 && given.failures === 0 && !given.hasOpenSubmission;
        expect((given.nextAllowedAt ?? 0) <= NOW || isFull).toBe(true);
      }),
    );
  });
});

describe('waits', () => {
  it('are kept with a little to spare, and are none where AEAT wants none', () => {
    expect(endOfWait(NOW, 60) - NOW).toBeGreaterThan(60_000);
    expect(endOfWait(NOW, 60) - NOW).toBeLessThan(61_000);
    expect(endOfWait(NOW, 0)).toBe(NOW);
  });

  it.each([
    [null, 45, 7000],
    [0, 0, null],
    [600, 600, null],
    [-1, 0, null],
    [601, 600, 601],
    [999_999, 600, 999_999],
  ])('told as %s are %i seconds, and more than the limit is remembered as wrong', (told, wait, excessive) => {
    const last = { seconds: 45, excessiveSeconds: 7000 };
    expect(readWait(told, last, 600)).toEqual({ seconds: wait, excessiveSeconds: excessive });
  });

  it('are never longer than the limit, whatever AEAT told and whenever it did', () => {
    const seconds = fc.integer({ min: 0, max: 999_999_999 });
    fc.assert(
      fc.property(fc.option(seconds), seconds, fc.integer({ min: 60, max: 86_400 }), (told, before, most) => {
        const last = readWait(before, { seconds: 60, excessiveSeconds: null }, 86_400);
        const wait = readWait(told, last, most);
        expect(wait.seconds).toBeLessThanOrEqual(most);
        const isRemembered = wait.excessiveSeconds === (told !== null && told > most ? told : null);
        expect(told === null || isRemembered).toBe(true);
      }),
    );
  });
});

describe('the backoff', () => {
  it('begins in seconds, grows, and stays below an hour for ever', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const time = computeBackoff(failures, random);
          expect(time).toBeGreaterThan(5000);
          expect(time).toBeLessThanOrEqual(computeBackoff(failures + 1, 1));
          expect(time).toBeLessThan(3_600_000);
        },
      ),
    );
    expect(computeBackoff(1, 1)).toBe(10_000);
  });
});

it('a record is late well before the 240 seconds of AEAT 2004', () => {
  expect(isLate(NOW - 200_000, NOW)).toBe(false);
  expect(isLate(NOW - 200_001, NOW)).toBe(true);
});
