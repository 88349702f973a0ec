/* Generated from rollups.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

/**
 * Inserts the level-2 rollups of a searched range whose 16 level-1 rollups all exist. Rollups never
 * change, so a concurrent worker does no harm. The range is from the first organization and rollup
 * up to the end, which is exclusive; 0 and 0 mean that the search reached the last one.
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
 * Inserts missing level-1 rollups of 1000 finished batches. Finished batches never change, so a
 * concurrent worker does no harm. The search begins at an organization and rollup. It looks up at
 * most `known` existing rollups and computes at most `counted` new ones. Returns where to continue
 * (0 and 0 after the last one) and the number of inserted rollups.
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
