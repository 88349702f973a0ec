import type { ClientBase, Pool } from 'pg';
import { query } from '../statement.ts';
import * as sql from './lineage.sql.ts';
import { makePartitions } from '../partitions/grow-months.ts';

/** A database that is not migrated yet: readiness says so, and nothing is written there. */
const NO_FUNCTION = '42883';

/**
 * Lets all ids leap ahead where the database may not know the last ones that were given out: after a failover, a recovery to a moment, a restored
 * backup. A client that holds one of those is told 404, never another's batch (ops/adr/0018). For every connection before it is used.
 */
export async function skipLostIds(connection: ClientBase): Promise<void> {
  const leapt = await connection
    .query<{ leapt: boolean }>('select skip_lost_ids() as leapt')
    .catch((error: { code?: string }) => {
      if (error.code !== NO_FUNCTION) throw error;
    });
  // Else what is stored next has no place.
  if (leapt?.rows[0]!.leapt) await makePartitions(connection);
}

/**
 * Lets all ids leap ahead for a loss that the database itself cannot tell.
 * @param loss its name: for one loss they leap once.
 * @param given ids that are known to have been given out elsewhere, as `readGivenIds` read them: they leap beyond.
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

/** Reads which ids were given out last, by the names of their sequences, as JSON. */
export async function readGivenIds(connection: Pool | ClientBase): Promise<string> {
  const { rows } = await query(connection, sql.readGivenIds());
  return rows[0]!.given;
}
