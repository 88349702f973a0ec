import { describe, expect, test } from 'vitest';
import { compareSamples, interleave } from '../../ops/lab/bench/measuring/interleave.ts';
import { compareMedians, describeSpread, findQuantile } from '../../ops/lab/bench/measuring/statistics.ts';

describe('the statistics of measurements', () => {
  test('return the median and quartiles in any order of the values', () => {
    expect(describeSpread([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
  });

  test('interpolate between two values if their number is even', () => {
    expect(describeSpread([1, 2, 3, 10]).median).toBe(2.5);
  });

  test('refuse an empty list', () => {
    expect(() => describeSpread([])).toThrow('no values');
  });

  test('return any quantile', () => {
    const values = Array.from({ length: 101 }, (_, index) => 100 - index);
    expect(findQuantile(values, 0.99)).toBe(99);
  });

  test('compare unpaired values with the median of the others', () => {
    expect(compareMedians([20, 30, 40], [5, 10, 100])).toEqual({ median: 3, low: 2.5, high: 3.5 });
  });
});

describe('interleave', () => {
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

  test('takes samples round by round, each round beginning with the next contender', async () => {
    const { order, contend } = record();
    await interleave([contend('a', 1), contend('b', 1), contend('c', 1)], { rounds: 3, warmUps: 0 });
    expect(order.join('')).toBe('abcbcacab');
  });

  test('does not count the warm-up rounds', async () => {
    const { order, contend } = record();
    const samples = await interleave([contend('a', 1)], { rounds: 2, warmUps: 3 });
    expect(order).toHaveLength(5);
    expect(samples.get('a')?.map(({ ms }) => ms)).toEqual([4, 5]);
  });

  test('compares contenders round by round', () => {
    const sample = (ms: number) => ({ ms, cpuMs: ms * 10 });
    const samples = new Map([
      ['slow', [sample(4), sample(9), sample(20)]],
      ['fast', [sample(2), sample(3), sample(5)]],
    ]);
    expect(compareSamples(samples, 'slow', 'fast').median).toBe(3);
    expect(compareSamples(samples, 'fast', 'slow', 'cpuMs').median).toBeCloseTo(1 / 3);
  });

  test('ends the whole measurement if a contender does not do its work', async () => {
    const failing = { name: 'a', measure: () => Promise.reject(new Error('rows are missing')) };
    await expect(interleave([failing], { rounds: 1, warmUps: 0 })).rejects.toThrow('rows are missing');
  });
});
