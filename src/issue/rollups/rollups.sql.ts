/* Generated from rollups.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

/**
 * Inserts the level-2 rollups whose 16 rollups are all there, in the range that was searched. Rollups never change, so that a second worker changes nothing.
 * The search began at the first organization and rollup and continues at the end; 0 and 0 where it reached the end.
 */
export const fillRollups2: Statement<
  [
    firstOrganizationId: number | bigint,
    firstRollup: number | bigint,
    endOrganizationId: number | bigint,
    endRollup: number | bigint,
  ],
  NoColumns
> = statement('fillRollups2');

export type FillRollupsRow = {
  readonly filled: number;
  readonly organizationId: number;
  readonly rollup: number;
};

/**
 * Inserts missing level-1 rollups of 1000 batches that have all ended. Ended batches never change, so that a second worker changes nothing.
 * The search continues from an organization and rollup: it looks up so many known rollups at most, and computes so many at most.
 * Returns where to continue, 0 and 0 after the last one, and how many were inserted.
 */
export const fillRollups: Statement<
  [
    organizationId: number | bigint,
    rollup: number | bigint,
    known: number | bigint,
    counted: number | bigint,
  ],
  FillRollupsRow
> = statement('fillRollups');
