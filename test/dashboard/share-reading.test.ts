import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { shareReading } from '#src/dashboard/operations/share-reading.ts';

describe('shareReading', () => {
  it('reads once for all callers while a reading is in progress or fresh', async () => {
    let readings = 0;
    const { promise: slow, resolve } = Promise.withResolvers<void>();
    const read = shareReading(async () => {
      readings++;
      await slow;
      return readings;
    }, 60_000);
    const asked = Array.from({ length: 100 }, read);
    resolve();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
    expect(await read()).toBe(1);
    expect(readings).toBe(1);
  });

  it('reads again once the result is too old', async () => {
    let readings = 0;
    const read = shareReading(async () => ++readings, 1);
    await read();
    await wait(5);
    expect(await read()).toBe(2);
  });

  it('returns a failure to all callers, and reads again after a while', async () => {
    let readings = 0;
    const read = shareReading(() => Promise.reject(new Error(`away ${++readings}`)), 60_000, 20);
    await expect(read()).rejects.toThrow('away 1');
    await expect(read()).rejects.toThrow('away 1');
    await wait(25);
    await expect(read()).rejects.toThrow('away 2');
  });
});
