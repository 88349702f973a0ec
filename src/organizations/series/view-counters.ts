import { formatNumber, readStoredPattern } from '../../domain/series/pattern.ts';
import type { ListedSeries } from './series.ts';

/** A counter of a series, as it is shown; `year` is null if the pattern has none. */
export type ShownCounter = {
  year: number | null;
  first: number;
  last: number;
  last_number: string;
};

/** Returns the counters of a series with their last numbers, the newest year first. */
export function viewCounters({
  pattern,
  code,
  counters,
}: Pick<ListedSeries, 'pattern' | 'code' | 'counters'>): ShownCounter[] {
  const read = readStoredPattern(pattern, code);
  return counters.map(({ year, first, last }) => ({
    year: year === 0 ? null : year,
    first,
    last,
    last_number: formatNumber(read, year, last),
  }));
}
