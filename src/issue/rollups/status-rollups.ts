import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './rollups.sql.ts';

/** Where the search for rollups that are due continues; both members are 0 at the beginning. */
export type RollupPlace = { readonly organizationId: number; readonly rollup: number };

/**
 * Inserts the level-1 rollups of batches that have all ended, and the level-2 rollups whose 16
 * rollups are all there.
 * @param most how many rollups are looked up, and how many of the missing ones are computed.
 * @returns how many were inserted, and where to continue: at the beginning again after the last
 *   one.
 */
export async function fillRollups(
  connection: Connection,
  { organizationId, rollup }: RollupPlace,
  most: { readonly known: number; readonly counted: number },
): Promise<RollupPlace & { readonly filled: number }> {
  const { rows } = await query(connection, sql.fillRollups(organizationId, rollup, most.known, most.counted));
  const next = rows[0]!;
  await query(connection, sql.fillRollups2(organizationId, rollup, next.organizationId, next.rollup));
  return next;
}
