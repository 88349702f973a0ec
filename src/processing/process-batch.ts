import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { todayInMadrid } from '../domain/verifactu/format-timestamp.ts';
import { withTransaction } from '../persistence/database.ts';
import { isDataError, isTransactionConflict } from '../persistence/failures.ts';
import { claimBatch, createChains, readBatch, type UnfinishedBatch } from '../persistence/issuing.ts';
import type { Logger } from '../telemetry/logger.ts';
import { findPoison } from './find-poison.ts';
import { issueBatch, type IssueContext, type IssueResult, type IssuedBatch } from './issue-batch.ts';
import { BROKEN_INVOICE, prepareBatch, type PreparedBatch } from './prepare-batch.ts';

export type ProcessBatchContext = IssueContext & { readonly pool: Pool; readonly logger: Logger };

const ATTEMPTS = 5;

/**
 * Issues all valid invoices of a batch in one transaction and ends the batch. Running it twice, or in two workers at once,
 * issues nothing twice: the second finds the batch ended.
 * @returns how many invoices were issued and failed; null when the batch had ended before; `suspended` when a chain of its issuers
 *   is compared with AEAT after a restore, or was found to be behind it: the batch stays due.
 * @throws when the database is away; the batch stays due.
 */
export async function processBatch(
  context: ProcessBatchContext,
  batchId: number,
): Promise<IssuedBatch | 'suspended' | null> {
  const { pool, logger } = context;
  await claimBatch(pool, batchId);
  const batch = await readBatch(pool, batchId);
  if (!batch) return null;
  for (let attempt = 1; ; attempt += 1) {
    const today = todayInMadrid(context.now());
    const onBroken = (position: number, error: unknown) =>
      logger.error({ err: error, batchId, position }, 'An invoice broke the rules of preparation');
    const prepared = await prepareBatch(batch, today, onBroken);
    await startChains(pool, batch, prepared);
    try {
      const result = await issueWithoutPoison(context, batchId, batch, prepared, today);
      if (result === 'ended before') return null;
      if (result !== 'day changed') return result;
    } catch (error) {
      if (!isTransactionConflict(error) || attempt === ATTEMPTS) throw error;
      logger.warn({ err: error, batchId, attempt }, 'Another transaction was in the way; trying again');
    }
  }
}

async function startChains(pool: Pool, batch: UnfinishedBatch, prepared: PreparedBatch): Promise<void> {
  const issuerNifs = [...new Set([...prepared.invoices.values()].map(({ document }) => document.issuer.nif))];
  if (issuerNifs.length === 0) return;
  // Random, since AEAT wants a number that never repeats, not even after the database was lost.
  const installationNumbers = issuerNifs.map(() => randomUUID());
  await createChains(pool, batch.organizationId, issuerNifs, installationNumbers);
}

/** Issues the batch; if its data itself makes the database refuse, without the invoices that do so, which fail. */
async function issueWithoutPoison(
  context: ProcessBatchContext,
  batchId: number,
  batch: UnfinishedBatch,
  prepared: PreparedBatch,
  today: string,
): Promise<IssueResult> {
  const issue = (attempted: PreparedBatch) =>
    withTransaction(context.pool, (client) => issueBatch(client, batchId, batch, attempted, today, context));
  try {
    return await issue(prepared);
  } catch (error) {
    if (!isPoison(error)) throw error;
    context.logger.error(
      { err: error, batchId },
      'The batch holds an invoice that cannot be issued; looking for it',
    );
    const attempt = async (positions: readonly number[]) => {
      try {
        await rehearse(context, batchId, batch, keep(prepared, positions), today);
        return true;
      } catch (rehearsalError) {
        if (isPoison(rehearsalError)) return false;
        throw rehearsalError;
      }
    };
    const poison = await findPoison([...prepared.invoices.keys()], attempt);
    // When nothing passes, the fault is ours, not the invoices': they stay due.
    if (poison.length === prepared.invoices.size && poison.length > 1) throw error;
    context.logger.error({ batchId, positions: poison }, 'These invoices cannot be issued');
    const errors = new Map([
      ...prepared.errors,
      ...poison.map((position) => [position, BROKEN_INVOICE] as const),
    ]);
    const rest = [...prepared.invoices.keys()].filter((position) => !poison.includes(position));
    return issue({ invoices: keep(prepared, rest).invoices, errors });
  }
}

/** The fault of an invoice: the database refuses its data, or our code breaks on it. */
function isPoison(error: unknown): boolean {
  return isDataError(error) || error instanceof TypeError || error instanceof RangeError;
}

function keep(prepared: PreparedBatch, positions: readonly number[]): PreparedBatch {
  const invoices = new Map(positions.map((position) => [position, prepared.invoices.get(position)!]));
  return { invoices, errors: prepared.errors };
}

class Rehearsed extends Error {}

/** Issues in a transaction that is rolled back. */
async function rehearse(
  context: ProcessBatchContext,
  batchId: number,
  batch: UnfinishedBatch,
  prepared: PreparedBatch,
  today: string,
): Promise<void> {
  try {
    await withTransaction(context.pool, async (client) => {
      await issueBatch(client, batchId, batch, prepared, today, context);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}
