import { describeTurns, type Semaphore } from '../measuring/interleave.ts';
import type { Spread } from '../measuring/statistics.ts';
import type { Figure } from './finding.ts';

/** The times of all contenders, by their names. */
export function buildFigures(turns: Semaphore): Map<string, Figure> {
  return new Map(
    [...turns.keys()].map((name) => {
      const { ms, cpuMs } = describeTurns(turns, name);
      return [name, { name, unit: 'ms', value: ms, cpuMs }];
    }),
  );
}

/** The same as work per second. @param unitsPerTurn how many units a turn's time is about. */
export function buildRates(turns: Semaphore, unit: string, unitsPerTurn = 1): Map<string, Figure> {
  const rate = (ms: number) => (unitsPerTurn * 1000) / ms;
  return new Map(
    [...buildFigures(turns)].map(([name, figure]) => {
      const { median, low, high } = figure.value;
      const value = { median: rate(median), low: rate(high), high: rate(low) };
      return [name, { name, unit, value, cpuMs: divide(figure.cpuMs ?? null, unitsPerTurn) }];
    }),
  );
}

function divide(spread: Spread | null, by: number): Spread | null {
  if (spread === null) return null;
  return { median: spread.median / by, low: spread.low / by, high: spread.high / by };
}
