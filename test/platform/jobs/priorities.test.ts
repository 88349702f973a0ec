import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPriorities, renumber } from '../../../src/platform/jobs/priorities.ts';

const MAX = 2_097_151;
/** The length of an epoch, after which priorities start again. */
const EPOCH_SECONDS = MAX - 7 * 24 * 3600 - 26 * 3600;
/** A time in seconds, often close to the end of an epoch. */
const anyMoment = fc.oneof(
  fc.integer({ min: 0, max: 4_000_000_000 }),
  fc
    .tuple(fc.nat(2000), fc.integer({ min: -90_000, max: 90_000 }))
    .map(([epoch, seconds]) => (epoch + 1) * EPOCH_SECONDS + seconds),
);
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

describe('the priorities of jobs', () => {
  it('let an organization with one job overtake the flood of another, except for jobs that are already due', () => {
    const priorities = createPriorities();
    const flood = Array.from({ length: 100 }, () => priorities.next(1, 10, at(0)));
    const other = priorities.next(2, 0.01, at(25));
    expect(flood.filter((turn) => turn <= other)).toHaveLength(3);
  });

  it('alternate between two floods', () => {
    const priorities = createPriorities();
    const one = Array.from({ length: 50 }, () => priorities.next(1, 10, at(0)));
    const other = Array.from({ length: 50 }, () => priorities.next(2, 10, at(0)));
    expect(other).toEqual(one);
  });

  it('let no later job overtake one that has waited eight days, whatever other jobs wait', () => {
    const job = fc.record({
      organization: fc.nat(5),
      seconds: fc.nat(100_000),
      gap: fc.nat(100),
      isFirstOld: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(job, { minLength: 1 }), anyMoment, (jobs, begin) => {
        const priorities = createPriorities();
        let now = begin;
        const taken = jobs.map(({ organization, seconds, gap, isFirstOld }) => {
          now += gap;
          const priority = priorities.next(
            organization,
            seconds,
            new Date(now * 1000),
            isFirstOld ? 1 : null,
          );
          return { priority, at: now };
        });
        const then = new Date((now + 8 * 24 * 3600) * 1000);
        const later = priorities.next(99, 1, then, 1);
        for (const { priority } of taken)
          expect(renumber(priority, then) ?? priority).toBeLessThanOrEqual(later);
      }),
    );
  });

  it('give a new organization the priority of the next job when more jobs are due than done', () => {
    const priorities = createPriorities();
    const flood = Array.from({ length: 500 }, () => priorities.next(1, 1, at(0), null));
    // An hour later 200 jobs are done and 300 are overdue.
    const waiting = flood.slice(200);
    const [other, again] = [1, 2].map(() => priorities.next(2, 1, at(3600), waiting[0]));
    expect(other).toBe(waiting[0]);
    expect(again).toBe(waiting[1]);
    // A new job of the flood does not come before its earlier jobs.
    expect(priorities.next(1, 1, at(3600), waiting[0])).toBeGreaterThan(waiting.at(-1)!);
  });

  it('keep the order of due jobs across the end of an epoch', () => {
    const moment = fc.record({
      ago: fc.nat(6 * 24 * 3600),
      ahead: fc.nat(11 * 3600),
      past: fc.nat(24 * 3600),
    });
    fc.assert(
      fc.property(fc.nat(1000), moment, (epoch, { ago, ahead, past }) => {
        const end = (epoch + 1) * EPOCH_SECONDS;
        const [before, after] = [end - ago - 1, end + past];
        const priorities = createPriorities();
        // Before the end of the epoch: one organization far ahead of its pace, and a new one.
        priorities.next(1, ahead, new Date(before * 1000));
        const flood = priorities.next(1, 1, new Date(before * 1000));
        const single = priorities.next(2, 1, new Date(before * 1000));
        const now = new Date(after * 1000);
        const [one, other] = [flood, single].map((priority) => renumber(priority, now) ?? priority);
        const fresh = priorities.next(3, 1, now);
        expect(other!).toBeLessThanOrEqual(one!);
        expect(other!).toBeLessThanOrEqual(fresh);
        expect(Math.sign(one! - fresh)).not.toBe(before + ahead < after ? 1 : -1);
        // Priorities of this epoch and renumbered priorities need no change.
        for (const priority of [fresh, one!, other!]) expect(renumber(priority, now)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  it('are valid priorities of BullMQ at any time', () => {
    fc.assert(
      fc.property(
        anyMoment,
        fc.nat(1e6),
        fc.option(fc.integer({ min: 1, max: MAX })),
        (second, seconds, first) => {
          const priorities = createPriorities();
          const now = new Date(second * 1000);
          for (const turn of [
            priorities.next(1, seconds, now, first),
            priorities.next(1, seconds, now, first),
            renumber(first ?? 1, now) ?? 1,
          ]) {
            expect(turn).toBeGreaterThanOrEqual(1);
            expect(turn).toBeLessThanOrEqual(MAX);
            expect(Number.isInteger(turn)).toBe(true);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
