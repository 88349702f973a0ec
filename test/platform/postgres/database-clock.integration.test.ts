import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDatabaseClock } from '../../../src/platform/postgres/database-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { isDatabaseUnavailable } from '../../../src/platform/postgres/failures.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('the clock of a process', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const HOUR = 3_600_000;

  it('follows the clock of the database when that of the machine is wrong or jumps', async () => {
    const real = Date.now.bind(Date);
    const dateNow = vi.spyOn(Date, 'now').mockImplementation(() => real() + HOUR);
    const skews: number[] = [];
    try {
      using clock = startDatabaseClock(database.pool, (seconds) => skews.push(seconds));
      expect(clock.now().getTime() - real()).toBeGreaterThan(HOUR - 5000);
      await eventually(() => skews.length > 0);
      expect(skews).toEqual([3600]);
      expect(Math.abs(clock.now().getTime() - real())).toBeLessThan(5000);
      dateNow.mockImplementation(() => real() - HOUR);
      expect(Math.abs(clock.now().getTime() - real())).toBeLessThan(5000);
    } finally {
      dateNow.mockRestore();
    }
  });

  it('has no time for what is stored until the database answers, which counts as an outage', async () => {
    const real = Date.now.bind(Date);
    const dateNow = vi.spyOn(Date, 'now').mockImplementation(() => real() + HOUR);
    try {
      using clock = startDatabaseClock(database.pool, () => {});
      const early = readError(clock.timeToStore);
      expect(isDatabaseUnavailable(early)).toBe(true);
      await eventually(() => readError(clock.timeToStore) === null);
      expect(Math.abs(clock.timeToStore().getTime() - real())).toBeLessThan(5000);
    } finally {
      dateNow.mockRestore();
    }
  });
});

function readError(read: () => Date): unknown {
  try {
    read();
    return null;
  } catch (error) {
    return error;
  }
}
