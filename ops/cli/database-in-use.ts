import type { Pool } from 'pg';
import {
  ADVICE_LEFT,
  describeLeft,
  type HistoryInUse,
  placeHistory,
} from '../../src/persistence/identity/history.ts';
import { createHistoryMemory } from '../../src/persistence/identity/history-memory.ts';
import { nameHistory } from '../../src/persistence/identity/log-position.ts';
import { askQueues, UsageError } from './command-context.ts';

/* Which database is in use, as Redis remembers it: what a command is connected to may be another one, an old primary for example. */

/** A database that is connected to while another one is in use. */
export type OutOfUse = {
  readonly inUse: HistoryInUse;
  readonly history: string;
  /** Why workers do not take it into use by themselves; null where they do. */
  readonly whyLeft: string | null;
};

/** The history in use; null where Redis does not know or cannot be asked. */
export async function readHistoryInUse(): Promise<HistoryInUse | null> {
  return askQueues(({ connection, prefix }) => createHistoryMemory(connection, prefix).recall());
}

/** @returns null where the database is the one in use, or nobody knows which one is. */
export async function findOutOfUse(pool: Pool): Promise<OutOfUse | null> {
  const inUse = await readHistoryInUse();
  return inUse && judgeUse(inUse, await nameHistory(pool));
}

/** The same where it is known already which one is in use. */
export function judgeUse(inUse: HistoryInUse, history: string): OutOfUse | null {
  if (inUse.history === history) return null;
  const isLeft = placeHistory(inUse, history) === 'left';
  return { inUse, history, whyLeft: isLeft ? describeLeft(inUse, history) : null };
}

/** What is told before anything else of a database that was left. */
export function describeOutOfUse({ whyLeft }: OutOfUse): string[] {
  return whyLeft === null ? [] : [`OUT OF USE: ${whyLeft}. Nothing is issued or sent here. ${ADVICE_LEFT}`];
}

/** Takes a database into use by an operator's word, after its chains were marked. @throws UsageError where another one was taken into use meanwhile. */
export async function takeIntoUse({ inUse, history }: OutOfUse): Promise<void> {
  const next = { generation: inUse.generation + 1, history, leftByOrder: inUse.history };
  const isTaken = await askQueues(({ connection, prefix }) =>
    createHistoryMemory(connection, prefix).replace(inUse, next),
  );
  if (!isTaken)
    throw new UsageError(
      'Its chains are marked, but this PostgreSQL is not in use yet: Redis did not answer, or another one was taken into use meanwhile. Give the order again',
    );
}
