import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedRandom } from '../../../packages/aeat-sandbox/src/faults/seed-random.ts';
import { openClock } from '../../../ops/lab/bench/day/simulation/open-clock.ts';
import { openCores } from '../../../ops/lab/bench/day/simulation/open-cores.ts';
import { openLog } from '../../../ops/lab/bench/day/simulation/open-log.ts';
import { openPlaces } from '../../../ops/lab/bench/day/simulation/open-places.ts';
import { openRemission } from '../../../ops/lab/bench/day/simulation/open-remission.ts';
import { openTimes } from '../../../ops/lab/bench/day/simulation/open-times.ts';

const JOBS = 20_000;

/** Returns independent arrivals, one per second on average (a Poisson process). */
function listArrivals(seed: number): number[] {
  const random = seedRandom(seed);
  let time = 0;
  return Array.from({ length: JOBS }, () => (time -= Math.log(1 - random())));
}

describe('the simulation matches queueing theory', () => {
  it.each([0.5, 0.8])('for one slot with constant work and load %d (Pollaczek-Khinchine formula)', (load) => {
    const clock = openClock();
    const places = openPlaces([1], false);
    const waits = openTimes();
    for (const time of listArrivals(7))
      clock.at(time, () => {
        places.ask(0, 0, () => {
          waits.add(clock.now() - time, 1);
          clock.at(clock.now() + load, () => places.leave(0, 0));
        });
      });
    clock.runAll();
    const expected = (load * load) / (2 * (1 - load));
    expect(waits.mean()).toBeGreaterThan(expected * 0.93);
    expect(waits.mean()).toBeLessThan(expected * 1.07);
  });

  it.each([0.5, 0.8])(
    'for a shared core with load %d, regardless of the variance of the work (processor sharing)',
    (load) => {
      for (const vary of [() => 1, (random: number) => (random < 0.9 ? 0.5 : 5.5)]) {
        const [clock, random, stays] = [openClock(), seedRandom(3), openTimes()];
        const core = openCores(clock, 1);
        for (const time of listArrivals(5))
          clock.at(time, () => core.work(load * vary(random()), () => stays.add(clock.now() - time, 1)));
        clock.runAll();
        const expected = load / (1 - load);
        expect(stays.mean()).toBeGreaterThan(expected * 0.9);
        expect(stays.mean()).toBeLessThan(expected * 1.1);
      }
    },
  );

  it("for the average number of jobs present (Little's law)", () => {
    const clock = openClock();
    const cores = openCores(clock, 2);
    const random = seedRandom(11);
    const stays = openTimes();
    let [there, since, area] = [0, 0, 0];
    const change = (by: number) => {
      area += there * (clock.now() - since);
      [there, since] = [there + by, clock.now()];
    };
    for (const time of listArrivals(13))
      clock.at(time, () => {
        change(1);
        cores.work(random() * 3, () => {
          change(-1);
          stays.add(clock.now() - time, 1);
        });
      });
    clock.runAll();
    expect(area).toBeCloseTo(stays.mean() * JOBS, 3);
  });
});

const WORK = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 50, noNaN: true }),
    takes: fc.double({ min: 0.01, max: 9, noNaN: true }),
  }),
  {
    minLength: 1,
    maxLength: 40,
  },
);

describe('openCores', () => {
  it('does exactly the given work, and never more at a time than the number of cores', () => {
    fc.assert(
      fc.property(WORK, fc.integer({ min: 1, max: 4 }), (works, count) => {
        const clock = openClock();
        const cores = openCores(clock, count);
        let done = 0;
        for (const { at, takes } of works)
          clock.at(at, () =>
            cores.work(takes, () => {
              done += 1;
              expect(clock.now() - at).toBeGreaterThanOrEqual(takes - 1e-6);
            }),
          );
        clock.runAll();
        const asked = works.reduce((sum, { takes }) => sum + takes, 0);
        expect(done).toBe(works.length);
        expect(cores.busySeconds()).toBeCloseTo(asked, 5);
        expect(clock.now() * count).toBeGreaterThanOrEqual(asked - 1e-6);
      }),
    );
  });
});

describe('openPlaces', () => {
  const ASKED = fc.array(
    fc.record({ line: fc.nat(3), lane: fc.nat(1), at: fc.nat(30), takes: fc.integer({ min: 1, max: 9 }) }),
    { maxLength: 60 },
  );

  it.each([true, false])(
    'limits the slots, serves every job, and keeps the order within a queue (exclusive: %s)',
    (isExclusive) => {
      fc.assert(
        fc.property(ASKED, (asked) => {
          const clock = openClock();
          const places = openPlaces([2, 1], isExclusive);
          const inside = [0, 0];
          const lines = new Map<number, number>();
          const begun = new Map<number, number[]>();
          const order = asked.map((one, index) => ({ ...one, index })).toSorted((a, b) => a.at - b.at);
          for (const { line, lane, at, takes, index } of order)
            clock.at(at, () =>
              places.ask(line, lane, () => {
                begun.set(line, [...(begun.get(line) ?? []), index]);
                inside[lane]! += 1;
                lines.set(line, (lines.get(line) ?? 0) + 1);
                expect(inside[0]).toBeLessThanOrEqual(2);
                expect(inside[1]).toBeLessThanOrEqual(1);
                expect(lines.get(line)).toBeLessThanOrEqual(isExclusive ? 1 : 3);
                clock.at(clock.now() + takes, () => {
                  inside[lane]! -= 1;
                  lines.set(line, lines.get(line)! - 1);
                  places.leave(line, lane);
                });
              }),
            );
          clock.runAll();
          expect(places.waiting().now).toBe(0);
          const wanted = Map.groupBy(order, ({ line }) => line);
          for (const [line, ones] of wanted) expect(begun.get(line)).toEqual(ones.map(({ index }) => index));
        }),
      );
    },
  );

  it('serves queues round-robin, so that a short queue does not wait behind a long one', () => {
    const clock = openClock();
    const places = openPlaces([1], false);
    const order: number[] = [];
    const ask = (line: number) =>
      places.ask(line, 0, () => {
        order.push(line);
        clock.at(clock.now() + 1, () => places.leave(line, 0));
      });
    for (const line of [1, 1, 1, 1, 2]) ask(line);
    clock.runAll();
    expect(order).toEqual([1, 1, 2, 1, 1]);
  });
});

describe('openLog', () => {
  it('syncs transactions together that commit during a sync', () => {
    const clock = openClock();
    const log = openLog(clock, { syncSeconds: 1, bytesPerSecond: Infinity });
    const done: number[] = [];
    for (const at of [0, 0.1, 0.9, 5]) clock.at(at, () => log.commit(10, () => done.push(clock.now())));
    clock.runAll();
    expect(done).toEqual([1, 2, 2, 6]);
    expect(log.facts()).toEqual({ busySeconds: 3, bytes: 40, syncs: 3 });
  });
});

describe('openRemission', () => {
  const BATCHES = fc.array(
    fc.record({ at: fc.nat(300), chain: fc.nat(2), records: fc.integer({ min: 1, max: 1000 }) }),
    {
      maxLength: 40,
    },
  );

  it('sends every record once, one envelope of a chain at a time, and waits unless the envelope is full', () => {
    fc.assert(
      fc.property(BATCHES, (batches) => {
        const clock = openClock();
        const sending = new Set<number>();
        const allowed = new Map<number, number>();
        let [sent, told] = [0, 0];
        const remission = openRemission(
          clock,
          60,
          (chain, records, done) => {
            expect(sending.has(chain)).toBe(false);
            expect(records).toBeLessThanOrEqual(1000);
            expect(records === 1000 || clock.now() >= (allowed.get(chain) ?? 0)).toBe(true);
            sending.add(chain);
            sent += records;
            clock.at(clock.now() + 2, () => {
              sending.delete(chain);
              allowed.set(chain, clock.now() + 60);
              done();
            });
          },
          (seconds, records) => {
            expect(seconds).toBeGreaterThanOrEqual(2);
            told += records;
          },
        );
        for (const { at, chain, records } of batches) clock.at(at, () => remission.add(chain, records));
        clock.runAll();
        const all = batches.reduce((sum, { records }) => sum + records, 0);
        expect([sent, told]).toEqual([all, all]);
      }),
    );
  });
});
