import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { isCanceled, isLockTimeout, isTransactionConflict } from '../platform/postgres/failures.ts';
import { pipeline, onOneConnection, withPipelinedTransaction } from '../platform/postgres/pipeline.ts';
import type { PrimaryTracker } from '../platform/postgres/lineage/primary-tracker.ts';
import {
  claimBatch,
  createChains,
  type Decided,
  mustWaitForEarlier,
  readBatch,
  sumWorkAhead,
  type UnfinishedBatch,
} from './statements/issuing.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Trace } from '../platform/telemetry/traces/traces.ts';
import { type Blame, blameOf, LookupTooLong } from './blame.ts';
import { checkCensus } from './check-census.ts';
import { findReferences, type FoundReferences, listNaming } from './find-references.ts';
import { identityOf } from '../domain/invoice/invoice-identity.ts';
import { BROKEN_INVOICE, failBroken } from './fail-broken.ts';
import { isolatePoison } from './isolate-poison.ts';
import { issueBatch, type IssueContext, type IssueResult } from './issue-batch.ts';
import { query } from '../platform/postgres/statement.ts';
import { findRecipientProfiles } from '../organizations/recipients/recipient-profiles.ts';
import { readIssuerRules } from './issuer-rules.ts';
import { listStoredSeries } from '../organizations/series/series.ts';
import type { IssuerRules } from '../domain/registers/register-document.ts';
import { isPlaceholder, type StoredSeries } from '../domain/series/series-rules.ts';
import { recordDatabase } from '../platform/process/record-database.ts';
import { prepareBatch, type PreparedBatch } from './prepare-batch.ts';
import type { ChainLockSlot } from './chain-lock-slot.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';

export type ProcessBatchContext = Omit<IssueContext, 'mayWait' | 'onHeld' | 'activeLineage'> & {
  readonly pool: Pool;
  /** Determines which database is the active one. */
  readonly tracker: PrimaryTracker;
  readonly logger: Logger;
  readonly waiting: ChainLockSlot;
  readonly trace: Trace;
};

const ATTEMPTS = 5;

/**
 * The error message of an invoice whose own statements exceed the time limit of the database each
 * time, while others do not.
 */
const TOO_SLOW = formatMessage('originals_not_read');

/** The final result of one run of a batch. */
export type ProcessResult =
  | Extract<IssueResult, { kind: 'issued' | 'ended_before' | 'suspended' }>
  /**
   * Another transaction has locked one of the chains, and the chain-lock slot is occupied.
   * `workAhead` is the work of the batches before this one, in ordinary invoices; null when only
   * the body of the batch shows which chains it needs.
   */
  | { readonly kind: 'busy'; readonly workAhead: number | null }
  /** The organization of the batch is paused. */
  | { readonly kind: 'paused' }
  /** A worker with a certificate must ask AEAT's census before numbers are taken. */
  | { readonly kind: 'asks_census'; readonly waitedMs: number };

/**
 * Issues all valid invoices of a batch in one transaction and ends the batch. A second run, even
 * one in another worker at the same time, issues nothing twice: it finds the batch ended. States of
 * a run: claimed → prepared → chains locked → issued. A run starts again, at most 5 times in all,
 * when the date changes, a chain is missing, a series changes, something else is decided about its issuers, or another transaction conflicts. On a lock timeout it
 * retries once with the chain-lock slot, or returns `busy` when the slot is occupied.
 * @returns one of these results:
 * - `issued`: the number of invoices that were issued and that failed.
 * - `ended_before`: the batch had already ended.
 * - `suspended`: a chain of its issuers must be compared with AEAT after a restore, or is behind
 *   AEAT, or the database is not the active one. The batch stays due.
 * - `busy`: other transactions have locked its chains. The batch stays due.
 * - `paused`: its organization is paused.
 * - `asks_census`: the census has not answered about its parties yet. The batch stays due.
 * @throws when the database is unavailable or the engine's own code fails. The batch stays due.
 */
export async function processBatch(context: ProcessBatchContext, batchId: number): Promise<ProcessResult> {
  // Runs while the batch is read. It never rejects.
  const activeLineage = context.tracker.recall();
  const [, batch] = await onOneConnection(context.pool, (client) =>
    pipeline(client, [() => claimBatch(client, batchId), () => readBatch(client, batchId)]),
  );
  if (!batch) return { kind: 'ended_before' };
  if (batch.isPaused) return { kind: 'paused' };
  const place: LockSlot = { leave: null };
  if (batch.areChainsHeld) {
    place.leave = context.waiting.enter();
    if (place.leave === null) return reportBusy(context, batchId, batch);
  }
  try {
    return await issueInAttempts(context, batchId, batch, place, activeLineage);
  } finally {
    place.leave?.();
  }
}

async function reportBusy(
  { pool }: Pick<ProcessBatchContext, 'pool'>,
  batchId: number,
  batch: UnfinishedBatch,
): Promise<ProcessResult> {
  const workAhead = batch.areChainsHeld === null ? null : await sumWorkAhead(pool, batch, batchId);
  return { kind: 'busy', workAhead };
}

/**
 * Holds the release function of the chain-lock slot while a batch waits for chains; null when the
 * batch does not occupy the slot.
 */
type LockSlot = { leave: (() => void) | null };

/** A prepared batch, with the day, the series and the decisions for which it was prepared. */
type Preparation = {
  readonly batch: PreparedBatch;
  readonly day: string;
  readonly series: readonly StoredSeries[];
  readonly registers: IssuerRules;
};

async function issueInAttempts(
  context: ProcessBatchContext,
  batchId: number,
  batch: UnfinishedBatch,
  place: LockSlot,
  recalled: IssueContext['activeLineage'],
): Promise<ProcessResult> {
  const { pool, logger, waiting, trace } = context;
  let prepared: Preparation | undefined;
  let decided: Decided = batch;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const day = todayInMadrid(context.now());
    const activeLineage = attempt === 1 ? recalled : context.tracker.recall();
    if (prepared?.day !== day) {
      const series = batch.hasSeries ? await listStoredSeries(pool, batch.organizationId) : [];
      const registers = await readIssuerRules(pool, batch, decided);
      const found = await trace.within('prepare batch', () =>
        prepareBatch(batchId, batch, day, series, registers, (documents) =>
          findRecipientProfiles((statement) => query(pool, statement), batch.organizationId, documents),
        ),
      );
      const checked = await checkCensus(
        pool,
        batchId,
        batch,
        failBroken(context, batchId, found),
        context.now(),
      );
      if (checked.kind === 'asks_census') return checked;
      prepared = { day, series, registers, batch: checked.batch };
    }
    // A chain that existed when the batch was read may have been retired since.
    const known = attempt === 1 ? batch.issuersWithChain : [];
    if (await mustWait(pool, batchId, batch, prepared.batch))
      return { kind: 'busy', workAhead: await sumWorkAhead(pool, batch, batchId) };
    await startChains(pool, batch, prepared.batch, known);
    try {
      const onHeld = () => {
        place.leave?.();
        place.leave = null;
      };
      const issuing = { ...context, mayWait: place.leave !== null, onHeld, activeLineage };
      const result = await issueWithoutPoison(issuing, batchId, batch, prepared);
      if (result.kind === 'issued' || result.kind === 'suspended' || result.kind === 'ended_before')
        return result;
      if (result.kind === 'another_database') {
        const { whySuperseded } = await context.tracker.look(pool);
        if (whySuperseded !== null || attempt === ATTEMPTS) return { kind: 'suspended', comparedFor: null };
        await recordDatabase(context, context.now());
      } else {
        if (result.kind === 'series_changed') prepared = undefined;
        if (result.kind === 'decided_otherwise') {
          prepared = undefined;
          ({ decided } = result);
        }
        logger.warn({ batchId, attempt, why: result.kind }, 'The issuing of a batch is restarted');
      }
    } catch (error) {
      if (isLockTimeout(error)) {
        if (place.leave !== null) {
          logger.warn({ err: error, batchId }, 'A batch could not lock its chains in time; it is retried');
          return reportBusy(context, batchId, batch);
        }
        place.leave = waiting.enter();
        if (place.leave === null) return reportBusy(context, batchId, batch);
        continue;
      }
      if (!isTransactionConflict(error) || attempt === ATTEMPTS) throw error;
      logger.warn(
        { err: error, batchId, attempt },
        'A batch conflicted with another transaction; it is retried',
      );
    }
  }
  throw new Error(
    `The issuing of batch ${batchId} was restarted ${ATTEMPTS} times without success; it stays due and is retried`,
  );
}

/**
 * Creates the missing chains of the issuers of a batch.
 * @param known issuers that already have a chain.
 */
async function startChains(
  pool: Pool,
  batch: UnfinishedBatch,
  prepared: PreparedBatch,
  known: readonly string[],
): Promise<void> {
  const issuers = new Set([...prepared.invoices.values()].map(({ document }) => document.issuer.nif));
  const issuerNifs = [...issuers].filter((nif) => !known.includes(nif));
  if (issuerNifs.length === 0) return;
  // The numbers are random, because AEAT requires numbers that never repeat, even after the loss of
  // the database.
  const installationNumbers = issuerNifs.map(() => randomUUID());
  await createChains(pool, batch.organizationId, issuerNifs, installationNumbers);
}

/**
 * Returns whether the batch names other invoices and must wait for batches of its issuers that were
 * accepted before it. What it names may be in one of them, and the verdict must not depend on which
 * of them a worker takes first.
 */
async function mustWait(
  pool: Pool,
  batchId: number,
  { organizationId }: UnfinishedBatch,
  { invoices }: PreparedBatch,
): Promise<boolean> {
  const all = [...invoices.values()];
  if (listNaming(all).length === 0) return false;
  const issuerNifs = new Set(all.map(({ document }) => document.issuer.nif));
  return mustWaitForEarlier(pool, organizationId, batchId, [...issuerNifs]);
}

type IssuingContext = ProcessBatchContext & IssueContext;

/**
 * Issues the batch. If some of its invoices can never be issued, marks them as failed and issues
 * the others.
 */
async function issueWithoutPoison(
  context: IssuingContext,
  batchId: number,
  batch: UnfinishedBatch,
  preparation: Preparation,
): Promise<IssueResult> {
  const { batch: prepared, day, series, registers } = preparation;
  const issue = (attempted: PreparedBatch) =>
    context.trace.within('issue batch', async () => {
      const references = await findReferencesOf(context, batchId, batch, attempted);
      return withPipelinedTransaction(context.pool, (beginning) =>
        issueBatch(beginning, batchId, batch, attempted, references, series, registers, day, context),
      );
    });
  try {
    return await issue(prepared);
  } catch (error) {
    if (blameOf(error) === 'none') throw error;
    context.logger.error(
      { err: error, batchId },
      'A batch cannot be issued; searching for the invoice that causes the failure',
    );
  }
  const positions = [...prepared.invoices.keys()];
  let poison: ReadonlyMap<number, Blame>;
  try {
    poison = await isolatePoison(positions, prepared.broken.size === 0, (some) =>
      tryIssuing(context, batchId, batch, { ...preparation, batch: keep(prepared, some) }),
    );
  } catch (error) {
    if (error instanceof Interrupted) return error.result;
    throw error;
  }
  if (poison.size > 0)
    context.logger.error(
      { batchId, positions: [...poison.keys()] },
      'Invoices that cannot be issued are marked as failed',
    );
  const rest = keep(
    prepared,
    positions.filter((position) => !poison.has(position)),
  );
  const why = [...poison].map(
    ([position, blame]) => [position, blame === 'time' ? TOO_SLOW : BROKEN_INVOICE] as const,
  );
  const identities = [...poison.keys()].flatMap((position) => {
    const { document } = prepared.invoices.get(position)!;
    return isPlaceholder(document.number) ? [] : [[position, identityOf(document)] as const];
  });
  // Throws if the other invoices do not pass either.
  return issue({
    ...rest,
    errors: new Map([...prepared.errors, ...why]),
    failed: new Map([...prepared.failed, ...identities]),
  });
}

/**
 * Finds what the invoices name, before the transaction, so that no chain is locked meanwhile.
 * @throws LookupTooLong if a statement exceeds its time limit.
 */
async function findReferencesOf(
  { pool }: IssuingContext,
  batchId: number,
  { organizationId }: UnfinishedBatch,
  { invoices }: PreparedBatch,
): Promise<FoundReferences> {
  try {
    return await findReferences(pool, organizationId, batchId, listNaming(invoices.values()));
  } catch (error) {
    if (!isCanceled(error)) throw error;
    throw new LookupTooLong('What the invoices of the batch rectify or replace could not be read in time', {
      cause: error,
    });
  }
}

function keep(prepared: PreparedBatch, positions: readonly number[]): PreparedBatch {
  const invoices = new Map(positions.map((position) => [position, prepared.invoices.get(position)!]));
  return { ...prepared, invoices };
}

class TrialEnded extends Error {}

/** A trial ended with a result that does not depend on the invoices. */
class Interrupted extends Error {
  readonly result: IssueResult;

  constructor(result: IssueResult) {
    super('the trial issuing of a batch was interrupted');
    this.result = result;
  }
}

/** Issues the batch in a transaction that is always rolled back. */
async function tryIssuing(
  context: IssuingContext,
  batchId: number,
  batch: UnfinishedBatch,
  { batch: prepared, day, series, registers }: Preparation,
): Promise<void> {
  const references = await findReferencesOf(context, batchId, batch, prepared);
  try {
    await withPipelinedTransaction(context.pool, async (beginning) => {
      const { answers } = await issueBatch(
        beginning,
        batchId,
        batch,
        prepared,
        references,
        series,
        registers,
        day,
        context,
      );
      const result = await answers;
      throw result.kind === 'issued' ? new TrialEnded() : new Interrupted(result);
    });
  } catch (error) {
    if (!(error instanceof TrialEnded)) throw error;
  }
}
