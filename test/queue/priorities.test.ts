import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPriorities } from '../../src/queue/priorities.ts';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

describe('priorities', () => {
  it('let an organization with one job overtake the flood of another, but for what is due by then', () => {
    const priorities = createPriorities();
    const flood = Array.from({ length: 100 }, () => priorities.next(1, 10, at(0)));
    const other = priorities.next(2, 0.01, at(25));
    expect(flood.filter((turn) => turn <= other)).toHaveLength(3);
  });

  it('takes two floods in turns', () => {
    const priorities = createPriorities();
    const one = Array.from({ length: 50 }, () => priorities.next(1, 10, at(0)));
    const other = Array.from({ length: 50 }, () => priorities.next(2, 10, at(0)));
    expect(other).toEqual(one);
  });

  it('let nothing overtake a job that has waited half a day, whatever comes', () => {
    const job = fc.record({ organization: fc.nat(5), seconds: fc.nat(100_000), gap: fc.nat(100) });
    fc.assert(
      fc.property(fc.array(job, { minLength: 1 }), (jobs) => {
        const priorities = createPriorities();
        let now = 0;
        const taken = jobs.map(({ organization, seconds, gap }) => {
          now += gap;
          return priorities.next(organization, seconds, at(now));
        });
        const later = priorities.next(99, 1, at(now + 12 * 3600 + 1));
        expect(taken.every((turn) => turn < later)).toBe(true);
      }),
    );
  });

  it("are BullMQ's priorities at any time", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), noInvalidDate: true }), fc.nat(1e6), (now, seconds) => {
        const priorities = createPriorities();
        for (const turn of [priorities.next(1, seconds, now), priorities.next(1, seconds, now)]) {
          expect(turn).toBeGreaterThanOrEqual(1);
          expect(turn).toBeLessThanOrEqual(2_097_151);
        }
      }),
    );
  });
});
