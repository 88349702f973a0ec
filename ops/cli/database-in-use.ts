import type { Pool } from 'pg';
import { judgeUse, type OutOfUse } from '../../src/operate/judge-use.ts';
import {
  ADVICE_SUPERSEDED,
  type ActiveLineage,
  takeIntoUse,
} from '../../src/platform/postgres/lineage/lineage.ts';
import {
  createLineageMemory,
  readStoredLineage,
} from '../../src/platform/postgres/lineage/lineage-memory.ts';
import { nameLineage } from '../../src/platform/postgres/lineage/log-position.ts';
import { askQueues } from './ask-queues.ts';
import { UsageError } from './command-context.ts';

/* Which database is in use, as Redis remembers it: what a command is connected to may be another one, an old primary for example. */

/** The lineage in use; null where Redis does not know, or cannot be asked. */
export async function readActiveLineage(): Promise<ActiveLineage | null> {
  return (await askStore())?.inUse ?? null;
}

/** What Redis remembers of it. @returns null where it cannot be asked. */
export function askStore(): Promise<{ readonly inUse: ActiveLineage | null } | null> {
  return askQueues(async ({ connection, prefix }) => ({
    inUse: await readStoredLineage(connection, prefix),
  }));
}

/**
 * Looks whether the database is the one in use.
 * @returns null where it is, or where none was in use before.
 * @throws UsageError where Redis, which alone knows it, cannot be asked.
 */
export async function findOutOfUse(pool: Pool): Promise<OutOfUse | null> {
  const answer = await askStore();
  if (answer === null)
    throw new UsageError(
      'Redis cannot be asked which PostgreSQL is in use (REDIS_URL), and this order is for that one alone. Nothing was done: give it again when Redis answers',
    );
  return answer.inUse && judgeUse(answer.inUse, await nameLineage(pool));
}

/** @throws UsageError where the database was superseded by another one, or where nobody can tell. @param what is not done there. */
export async function refuseWhereLeft(pool: Pool, what: string): Promise<void> {
  refuseLeft(await findOutOfUse(pool), what);
}

/** @throws UsageError where the database was superseded by another one. @param what is not done there. */
export function refuseLeft(outOfUse: OutOfUse | null, what: string): void {
  if (outOfUse?.whySuperseded)
    throw new UsageError(`${what}: ${outOfUse.whySuperseded}. ${ADVICE_SUPERSEDED}`);
}

/** What is said before anything else about a superseded database. */
export function describeOutOfUse({ whySuperseded }: OutOfUse): string[] {
  return whySuperseded === null
    ? []
    : [`OUT OF USE: ${whySuperseded}. Nothing is issued or sent here. ${ADVICE_SUPERSEDED}`];
}

/**
 * Takes a database into use by an operator's word, after its chains were marked.
 * @returns `unknown` where Redis did not say what became of it.
 */
export async function orderIntoUse({ inUse, lineage }: OutOfUse): Promise<'taken' | 'refused' | 'unknown'> {
  const next = takeIntoUse(inUse, lineage);
  const answer = await askQueues(async ({ connection, prefix }) => {
    await createLineageMemory(connection, prefix).replace(inUse, next);
    return { inUse: await readStoredLineage(connection, prefix) };
  });
  if (answer === null) return 'unknown';
  const isTaken = answer.inUse?.generation === next.generation && answer.inUse.lineage === lineage;
  return isTaken ? 'taken' : 'refused';
}
