import { describeSamples, type Samples } from '../measuring/interleave.ts';
import type { Spread } from '../measuring/statistics.ts';
import type { Figure } from './finding.ts';

/** Returns the times of all contenders, by name. */
export function buildFigures(samples: Samples): Map<string, Figure> {
  return new Map(
    [...samples.keys()].map((name) => {
      const { ms, cpuMs } = describeSamples(samples, name);
      return [name, { name, unit: 'ms', value: ms, cpuMs }];
    }),
  );
}

/**
 * Returns the same as work per second.
 * @param unitsPerSample the number of units that one sample is about.
 */
export function buildRates(samples: Samples, unit: string, unitsPerSample = 1): Map<string, Figure> {
  const rate = (ms: number) => (unitsPerSample * 1000) / ms;
  return new Map(
    [...buildFigures(samples)].map(([name, figure]) => {
      const { median, low, high } = figure.value;
      const value = { median: rate(median), low: rate(high), high: rate(low) };
      return [name, { name, unit, value, cpuMs: divide(figure.cpuMs ?? null, unitsPerSample) }];
    }),
  );
}

/** Returns the units of work per second of processor time, by name. A sample is about one unit. */
export function buildCpuRates(samples: Samples, unit: string): Map<string, Figure> {
  return new Map(
    [...buildFigures(samples)].map(([name, { value: wall, cpuMs }]) => {
      const { median, low, high } = cpuMs ?? wall;
      const value = { median: 1000 / median, low: 1000 / high, high: 1000 / low };
      return [name, { name, unit, value, cpuMs: cpuMs ?? null }];
    }),
  );
}

function divide(spread: Spread | null, by: number): Spread | null {
  if (spread === null) return null;
  return { median: spread.median / by, low: spread.low / by, high: spread.high / by };
}
