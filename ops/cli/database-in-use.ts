import type { Pool } from 'pg';
import { judgeUse, type OutOfUse } from '../../src/operating/judge-use.ts';
import { ADVICE_LEFT, type HistoryInUse, takeIntoUse } from '../../src/persistence/identity/history.ts';
import { createHistoryMemory, readStoredHistory } from '../../src/persistence/identity/history-memory.ts';
import { nameHistory } from '../../src/persistence/identity/log-position.ts';
import { askQueues } from './ask-queues.ts';
import { UsageError } from './command-context.ts';

/* Which database is in use, as Redis remembers it: what a command is connected to may be another one, an old primary for example. */

/** The history in use; null where Redis does not know, or cannot be asked. */
export async function readHistoryInUse(): Promise<HistoryInUse | null> {
  return (await askStore())?.inUse ?? null;
}

/** What Redis remembers of it. @returns null where it cannot be asked. */
export function askStore(): Promise<{ readonly inUse: HistoryInUse | null } | null> {
  return askQueues(async ({ connection, prefix }) => ({
    inUse: await readStoredHistory(connection, prefix),
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
  return answer.inUse && judgeUse(answer.inUse, await nameHistory(pool));
}

/** @throws UsageError where the database was left for another one, or nobody can tell. @param what is not done there. */
export async function refuseWhereLeft(pool: Pool, what: string): Promise<void> {
  refuseLeft(await findOutOfUse(pool), what);
}

/** @throws UsageError where the database was left for another one. @param what is not done there. */
export function refuseLeft(outOfUse: OutOfUse | null, what: string): void {
  if (outOfUse?.whyLeft) throw new UsageError(`${what}: ${outOfUse.whyLeft}. ${ADVICE_LEFT}`);
}

/** What is told before anything else of a database that was left. */
export function describeOutOfUse({ whyLeft }: OutOfUse): string[] {
  return whyLeft === null ? [] : [`OUT OF USE: ${whyLeft}. Nothing is issued or sent here. ${ADVICE_LEFT}`];
}

/**
 * Takes a database into use by an operator's word, after its chains were marked.
 * @returns `unknown` where Redis did not say what became of it.
 */
export async function orderIntoUse({ inUse, history }: OutOfUse): Promise<'taken' | 'refused' | 'unknown'> {
  const next = takeIntoUse(inUse, history);
  const answer = await askQueues(async ({ connection, prefix }) => {
    await createHistoryMemory(connection, prefix).replace(inUse, next);
    return { inUse: await readStoredHistory(connection, prefix) };
  });
  if (answer === null) return 'unknown';
  const isTaken = answer.inUse?.generation === next.generation && answer.inUse.history === history;
  return isTaken ? 'taken' : 'refused';
}
