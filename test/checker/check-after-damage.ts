import type { Pool } from 'pg';
import { type Evidence, proveInvariants } from '#src/checker/check-invariants.ts';
import type { Verdict } from '#src/checker/invariant.ts';
import { withTransaction } from '../../src/platform/postgres/database.ts';

class Undo extends Error {}

/**
 * Damages the database as an intruder with all rights would, runs the checker, and rolls the damage
 * back.
 */
export async function checkAfterDamage(
  pool: Pool,
  sql: readonly string[],
  evidence: Evidence,
): Promise<Verdict[]> {
  let verdicts: Verdict[] = [];
  await withTransaction(pool, async (client) => {
    await client.query(`set local session_replication_role = 'replica'`);
    // The transaction is idle while the checker calls the API.
    await client.query('set local idle_in_transaction_session_timeout = 0');
    for (const statement of sql) await client.query(statement);
    verdicts = await proveInvariants(client, evidence);
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return verdicts;
}
