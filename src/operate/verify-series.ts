import type { Connection } from '../platform/postgres/database.ts';
import { query } from '../platform/postgres/statement.ts';
import { formatNumber, readStoredPattern } from '../domain/series/pattern.ts';
import * as sql from './statements/series.sql.ts';

/** A counter of a series, and what is wrong with its numbers. */
export type SeriesVerdict = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly code: string;
  /** Null if the pattern has no year. */
  readonly year: number | null;
  /** How many numbers it gave. */
  readonly numbers: number;
  /** Null if its numbers have no gap and none is beyond its last one. */
  readonly problem: string | null;
};

/**
 * Checks that the numbers of series have no gaps: each counter from the first to the last belongs to
 * an issued invoice, which took it or had stated its number before, and the last invoice has the
 * number of its counter.
 * @param connection reads one snapshot, as in `withSnapshot`.
 */
export async function verifySeries(
  connection: Connection,
  organizationId: number | null,
  issuerNif: string | null,
): Promise<SeriesVerdict[]> {
  const { rows } = await query(connection, sql.verifySeries(organizationId, issuerNif));
  return rows.map(({ pattern, first, last, missing, beyond, lastNumber, ...row }) => {
    const year = row.year === 0 ? null : row.year;
    const write = (counter: number) => formatNumber(readStoredPattern(pattern, row.code), row.year, counter);
    const verdict = { ...row, year, numbers: last - first + 1 };
    if (missing !== null) return { ...verdict, problem: `the number ${write(missing)} is missing` };
    if (beyond !== null)
      return {
        ...verdict,
        problem: `the number ${write(beyond)} is outside ${write(first)} to ${write(last)}`,
      };
    if (lastNumber !== null && lastNumber !== write(last))
      return {
        ...verdict,
        problem: `its last invoice has the number ${lastNumber} instead of ${write(last)}`,
      };
    return { ...verdict, problem: null };
  });
}
