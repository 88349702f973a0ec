import type { ClientBase, Pool } from 'pg';

/** A database that is not migrated yet: readiness says so, and nothing is written there. */
const NO_FUNCTION = '42883';

/**
 * Lets all ids leap ahead where the database may not know the last ones that were given out: after a failover, a recovery to a moment, a restored
 * backup. A client that holds one of those is told 404, never another's batch (ops/adr/0011). For every connection before it is used.
 */
export async function skipLostIds(connection: ClientBase): Promise<void> {
  await connection.query('select skip_lost_ids()').catch((error: { code?: string }) => {
    if (error.code !== NO_FUNCTION) throw error;
  });
}

/** Lets all ids leap ahead for a loss that the database itself cannot tell. @param loss its name: for one loss they leap once. */
export async function skipIdsOf(connection: Pool | ClientBase, loss: string): Promise<void> {
  await connection.query('select skip_lost_ids($1)', [loss]);
}
