import type { ClientBase, Pool } from 'pg';
import { query } from '../statement.ts';
import * as sql from './lineage.sql.ts';
import { makePartitions } from '../partitions/grow-months.ts';

/**
 * SQLSTATE of a missing function: the database is not migrated yet. Readiness reports that, and
 * nothing is written there.
 */
const NO_FUNCTION = '42883';

/**
 * Advances all ids if the database may not know the last ones that were given out: after a
 * failover, a point-in-time recovery or a restored backup. A client that holds such an id receives
 * 404 and never another client's batch (ops/adr/0018). Call this for every connection before it is
 * used.
 */
export async function skipLostIds(connection: ClientBase): Promise<void> {
  const leapt = await connection
    .query<{ leapt: boolean }>('select skip_lost_ids() as leapt')
    .catch((error: { code?: string }) => {
      if (error.code !== NO_FUNCTION) throw error;
    });
  // The new ids need partitions.
  if (leapt?.rows[0]!.leapt) await makePartitions(connection);
}

/**
 * Advances all ids for a loss that the database itself cannot detect.
 * @param loss the name of the loss. The ids advance once per name.
 * @param given ids that are known to have been given out elsewhere, as `readGivenIds` returned
 *   them. The ids advance beyond these.
 */
export async function skipIdsOf(
  connection: Pool | ClientBase,
  loss: string,
  given: string | null = null,
): Promise<void> {
  if (given === null) await connection.query('select skip_lost_ids($1)', [loss]);
  else await connection.query('select skip_lost_ids($1, $2::jsonb)', [loss, given]);
  await makePartitions(connection);
}

/** Reads the last ids that were given out, as JSON with the names of their sequences. */
export async function readGivenIds(connection: Pool | ClientBase): Promise<string> {
  const { rows } = await query(connection, sql.readGivenIds());
  return rows[0]!.given;
}
