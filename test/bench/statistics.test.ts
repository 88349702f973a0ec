import { describe, expect, test } from 'vitest';
import { compareSamples, interleave } from '../../ops/lab/bench/measuring/interleave.ts';
import { compareMedians, describeSpread, findQuantile } from '../../ops/lab/bench/measuring/statistics.ts';

describe('the spread of measurements', () => {
  test('is their median and quartiles, whatever their order', () => {
    expect(describeSpread([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
  });

  test('lies between two measurements where their number is even', () => {
    expect(describeSpread([1, 2, 3, 10]).median).toBe(2.5);
  });

  test('of nothing is refused', () => {
    expect(() => describeSpread([])).toThrow('no values');
  });

  test('finds any quantile', () => {
    const values = Array.from({ length: 101 }, (_, index) => 100 - index);
    expect(findQuantile(values, 0.99)).toBe(99);
  });

  test('of values that are not pairs is over the median of the others', () => {
    expect(compareMedians([20, 30, 40], [5, 10, 100])).toEqual({ median: 3, low: 2.5, high: 3.5 });
  });
});

describe('contenders', () => {
  const record = () => {
    const order: string[] = [];
    const contend = (name: string, ms: number) => ({
      name,
      measure: async () => {
        order.push(name);
        return { ms: ms * order.length, cpuMs: null };
      },
    });
    return { order, contend };
  };

  test('take samples, each round beginning with the next one', async () => {
    const { order, contend } = record();
    await interleave([contend('a', 1), contend('b', 1), contend('c', 1)], { rounds: 3, warmUps: 0 });
    expect(order.join('')).toBe('abcbcacab');
  });

  test('warm up without being counted', async () => {
    const { order, contend } = record();
    const samples = await interleave([contend('a', 1)], { rounds: 2, warmUps: 3 });
    expect(order).toHaveLength(5);
    expect(samples.get('a')?.map(({ ms }) => ms)).toEqual([4, 5]);
  });

  test('are compared round by round', () => {
    const sample = (ms: number) => ({ ms, cpuMs: ms * 10 });
    const samples = new Map([
      ['slow', [sample(4), sample(9), sample(20)]],
      ['fast', [sample(2), sample(3), sample(5)]],
    ]);
    expect(compareSamples(samples, 'slow', 'fast').median).toBe(3);
    expect(compareSamples(samples, 'fast', 'slow', 'cpuMs').median).toBeCloseTo(1 / 3);
  });

  test('that do not do their work end the whole measurement', async () => {
    const failing = { name: 'a', measure: () => Promise.reject(new Error('rows are missing')) };
    await expect(interleave([failing], { rounds: 1, warmUps: 0 })).rejects.toThrow('rows are missing');
  });
});
