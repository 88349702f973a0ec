import type { Pool } from 'pg';
import { judgeUse, type OutOfUse } from '../operate/judge-use.ts';
import { ADVICE_SUPERSEDED, type ActiveLineage, takeIntoUse } from '../platform/postgres/lineage/lineage.ts';
import { createLineageMemory, readStoredLineage } from '../platform/postgres/lineage/lineage-memory.ts';
import { nameLineage } from '../platform/postgres/lineage/log-position.ts';
import { askQueues } from './ask-queues.ts';
import { UsageError } from './command-context.ts';

/*
 * The active database, as Redis remembers it. A command may be connected to another one, such as an
 * old primary.
 */

/** Returns the active lineage; null if Redis has none or is not reachable. */
export async function readActiveLineage(pool: Pool): Promise<ActiveLineage | null> {
  return (await askStore(pool))?.inUse ?? null;
}

/** Reads the active lineage from Redis. @returns null if Redis is not reachable. */
export function askStore(pool: Pool): Promise<{ readonly inUse: ActiveLineage | null } | null> {
  return askQueues(pool, async ({ connection, prefix }) => ({
    inUse: await readStoredLineage(connection, prefix),
  }));
}

/**
 * Compares the connected database with the active one.
 * @returns null if it is the active one, or if no database was active before.
 * @throws UsageError if Redis, which alone stores the active lineage, is not reachable.
 */
export async function findOutOfUse(pool: Pool): Promise<OutOfUse | null> {
  const answer = await askStore(pool);
  if (answer === null)
    throw new UsageError(
      'Redis, which remembers the active PostgreSQL, is not reachable (REDIS_URL), and this command may only change the active one. Nothing was done: run it again when Redis answers',
    );
  return answer.inUse && judgeUse(answer.inUse, await nameLineage(pool));
}

/**
 * @throws UsageError if the database was superseded by another one, or if Redis is not reachable.
 * @param what the clause that names the action that was not done.
 */
export async function refuseWhereLeft(pool: Pool, what: string): Promise<void> {
  refuseLeft(await findOutOfUse(pool), what);
}

/**
 * @throws UsageError if the database was superseded by another one.
 * @param what the clause that names the action that was not done.
 */
export function refuseLeft(outOfUse: OutOfUse | null, what: string): void {
  if (outOfUse?.whySuperseded)
    throw new UsageError(`${what}: ${outOfUse.whySuperseded}. ${ADVICE_SUPERSEDED}`);
}

/**
 * Returns the line that precedes everything else about a superseded database; no line for any other
 * database.
 */
export function describeOutOfUse({ whySuperseded }: OutOfUse): string[] {
  return whySuperseded === null
    ? []
    : [`NOT ACTIVE: ${whySuperseded}. Nothing is issued or sent here. ${ADVICE_SUPERSEDED}`];
}

/**
 * Makes a database the active one by an operator's order, after its chains were marked for
 * comparison.
 * @returns `refused` if another database became active instead; `unknown` if Redis did not confirm
 *   the change.
 */
export async function orderIntoUse(
  pool: Pool,
  { inUse, lineage }: OutOfUse,
): Promise<'taken' | 'refused' | 'unknown'> {
  const next = takeIntoUse(inUse, lineage);
  const answer = await askQueues(pool, async ({ connection, prefix }) => {
    await createLineageMemory(connection, prefix).replace(inUse, next);
    return { inUse: await readStoredLineage(connection, prefix) };
  });
  if (answer === null) return 'unknown';
  const isTaken = answer.inUse?.generation === next.generation && answer.inUse.lineage === lineage;
  return isTaken ? 'taken' : 'refused';
}
