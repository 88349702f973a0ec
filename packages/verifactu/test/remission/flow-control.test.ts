import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideStep,
  endOfWait,
  isLate,
  type RemissionState,
  readWait,
} from 'verifactu-protocol/remission/flow-control';

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

describe('decideStep', () => {
  it.each<[string, Partial<RemissionState>, object]>([
    ['sends the first envelope at once', {}, { kind: 'send' }],
    ['does nothing without pending records', { pending: 0 }, { kind: 'nothing' }],
    ['does nothing while the chain is halted', { isHalted: true, pending: 5000 }, { kind: 'halted' }],
    ['waits until the waiting time is over', { nextAllowedAt: NOW + 1 }, { kind: 'wait', until: NOW + 1 }],
    ['sends as soon as the waiting time is over', { nextAllowedAt: NOW }, { kind: 'send' }],
    ['is busy while another process is sending', { sendingUntil: NOW + 1, pending: 5000 }, { kind: 'busy' }],
    ['sends when the lease of another process has expired', { sendingUntil: NOW }, { kind: 'send' }],
    [
      'sends a full envelope before the waiting time is over',
      { pending: 1000, nextAllowedAt: NOW + 1 },
      { kind: 'send' },
    ],
    [
      'waits with one record fewer than a full envelope',
      { pending: 999, nextAllowedAt: NOW + 1 },
      { kind: 'wait', until: NOW + 1 },
    ],
    [
      'waits with a full envelope while another one is unanswered',
      { pending: 2000, hasOpenSubmission: true, nextAllowedAt: NOW + 1 },
      { kind: 'wait', until: NOW + 1 },
    ],
    [
      'waits with a full envelope after a failure',
      { pending: 2000, failures: 1, nextAllowedAt: NOW + 1 },
      { kind: 'wait', until: NOW + 1 },
    ],
  ])('%s', (_what, changes, step) => {
    expect(decide(changes)).toEqual(step);
  });

  it('never sends before the waiting time is over except a full envelope, and never while another process is sending', () => {
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

describe('the waiting time of AEAT', () => {
  it('is extended by a small margin unless it is zero', () => {
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
  ])('of %s is read as %i seconds, with the excessive value %s', (told, wait, excessive) => {
    const last = { seconds: 45, excessiveSeconds: 7000 };
    expect(readWait(told, last, 600)).toEqual({ seconds: wait, excessiveSeconds: excessive });
  });

  it('is never longer than the limit, and an excessive value is remembered', () => {
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

it('a record is late after 200 seconds, before the 240 seconds of AEAT 2004', () => {
  expect(isLate(NOW - 200_000, NOW)).toBe(false);
  expect(isLate(NOW - 200_001, NOW)).toBe(true);
});
