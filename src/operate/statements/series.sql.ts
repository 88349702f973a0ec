/* Generated from series.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type VerifySeriesRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly code: string;
  readonly pattern: string;
  readonly year: number;
  readonly first: number;
  readonly last: number;
  readonly missing: number | null;
  readonly beyond: number | null;
  readonly lastNumber: string | null;
};

/**
 * Returns each counter of series with its first missing number, a number outside of it, and the number of the invoice that
 * took the last one.
 */
export const verifySeries: Statement<
  [organizationId: number | bigint | null, issuerNif: string | null],
  VerifySeriesRow
> = statement('verifySeries');
