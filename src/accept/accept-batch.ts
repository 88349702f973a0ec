import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import {
  findIdempotencyRecord,
  findNewestReceipt,
  insertBatch,
  lockOrganization,
  type NewBatch,
  type StoredBatch,
} from './statements/accept-statement.ts';
import { withOrganizationConnection } from '../platform/admission/organization-connections.ts';
import { type Connection, withTransaction } from '../platform/postgres/database.ts';
import { readAsOrganization } from '../platform/postgres/scoped-query.ts';
import type { Ask } from '../issue/statements/lookups.ts';
import { compressBody } from '../platform/literals/stored-body.ts';
import type { BatchWriter } from './batch-writer.ts';
import { buildBatch, measureWork } from './build-batch.ts';
import type { CreateRequest } from './create-request.ts';
import type { ExaminedBody } from './examine-body.ts';
import type { ExamineContext } from './examine-context.ts';
import type { BodyRefusal } from './refuse-shape.ts';
import { type Intake, withPermit } from './intake.ts';
import { explainInvoice, refuseInvoice } from './one-invoice.ts';
import { refuseIssuersOfOthers } from './issuers-of-others.ts';
import { withRegisters } from './examine-context.ts';
import { findDeliveryRules } from './find-delivery-rules.ts';
import { examineWithSeries } from './known-series.ts';
import { refuseOtherNames } from './refuse-other-names.ts';
import { isIdTaken, refuseUsedIds } from './unique-ids.ts';
import { writeWarnings } from './write-warnings.ts';
import { compareAndReplay, type Comparison, replay, type Replay } from './replay.ts';

export type CreateOutcome =
  | {
      readonly kind: 'accepted';
      readonly batchId: number;
      readonly response: string;
      /** Cost of issuing the batch, in ordinary invoices. Many lines and long texts raise it. */
      readonly work: number;
      readonly invoices: number;
      readonly invalidInvoices: number;
    }
  | Replay
  | CoolingDown
  | TooManyFailures
  | BodyRefusal;
/** Too many invoices of the organization failed within the hour; nothing was stored. */
type TooManyFailures = { readonly kind: 'too_many_failures'; readonly retryAfterSeconds: number };
type CoolingDown = { readonly kind: 'cooling_down'; readonly retryAfterSeconds: number };

/**
 * Limits how many failed invoices an organization's create requests may store per hour. A failed
 * invoice costs as much to store as any other, yet a client can send one with a few bytes.
 */
export type FailedInvoicesRate = {
  readonly most: number;
  /**
   * Counts `count` more failed invoices, or none if they exceed the limit.
   * @returns seconds until they may be stored; 0 if they may be stored now.
   */
  take(organizationId: number, count: number): Promise<number>;
  /** Subtracts invoices that were counted but not stored. */
  giveBack(organizationId: number, count: number): Promise<void>;
};

export type AcceptContext = Intake & {
  readonly failedInvoices: FailedInvoicesRate;
  readonly pool: Pool;
  readonly writer: BatchWriter;
};

/**
 * Accepts a batch. Checks its shape and the rules of each invoice, then stores the batch and its
 * idempotency record in one statement, so a batch is never stored in part.
 *
 * The function assumes a new request, because nearly all are new, and looks the key up only when
 * the request cannot be stored. A used key takes precedence over every other fault. If two requests
 * with the same key arrive together, the first wins (`on conflict` in accepting.sql;
 * batch-writer.ts within one group) and the other receives the same answer (replay.ts).
 * @throws SemaphoreTimeout if the organization has too many requests waiting.
 * @throws any database error; nothing was accepted then.
 */
export async function acceptBatch(context: AcceptContext, request: CreateRequest): Promise<CreateOutcome> {
  const { organization, body, rules } = request;
  const outcome = await withPermit(context, organization.organizationId, body, () =>
    accept(context, request),
  );
  if (outcome.kind !== 'to_compare') return outcome;
  // The comparison runs after the permit is released: a request that waits here must not hold a
  // permit that others need.
  return context.inComparison(organization.organizationId, 1, () =>
    compareAndReplay(context.pool, context.examiner, outcome.record, { body, rules }),
  );
}

async function accept(context: AcceptContext, request: CreateRequest): Promise<CreateOutcome | Comparison> {
  // Without a cool-down nothing is awaited here: the semaphore measures the synchronous work before
  // the first await.
  const wait = request.cooldownSeconds === 0 ? 0 : await secondsToWait(context.pool, request);
  if (wait > 0)
    return (await replayIfKnown(context, request)) ?? { kind: 'cooling_down', retryAfterSeconds: wait };

  const { answer, body, trace } = request;
  const { organizationId } = request.organization;
  const examining = examineWithSeries(context.knownSeries, organizationId, async (series) => {
    const known = context.knownDecisions.recall() ?? (await context.knownDecisions.read());
    const examine = (added: Partial<ExamineContext>) =>
      context.examiner.examine(body, organizationId, {
        ...examineContextOf(request),
        ...(series.length > 0 && { series }),
        ...withRegisters(known.decisions),
        wantsWarnings: answer.hasWarnings,
        ...added,
      });
    const found = await examine(known.spfe.length > 0 ? { wantsRecipients: known.spfe } : {});
    if (found.kind !== 'examined') return found;
    const ask: Ask = (statement) => readAsOrganization(context.pool, organizationId, statement);
    // Only the first examination shows whether invoices are delivered, and to whom.
    const rules = await findDeliveryRules(ask, organizationId, known, found);
    return rules === null ? found : examine(rules);
  });
  // If threads examine the body, the hash and the compression run at the same time.
  const bodyHash = hash('sha256', body, 'buffer');
  const [found, compressed] = await trace.within('examine batch', () =>
    bothSettled(examining, compressBody(body)),
  );
  if (found.kind !== 'examined' || (request.invoice && found.externalInvoiceIds.length !== 1))
    return (await replayIfKnown(context, request)) ?? explainBody(context, request, found);
  const owned = await refuseIssuersOfOthers(context.issuersOfOthers, organizationId, found);
  const named = await refuseOtherNames(context.pool, organizationId, owned);
  const prepared = { bodyHash, body: compressed };
  if (!request.organization.hasUniqueIds)
    try {
      return await storeExamined(context, request, prepared, named);
    } catch (error) {
      // The setting is new, and the process still remembers the one before.
      if (!isIdTaken(error)) throw error;
    }
  for (let attempt = 1; ; attempt += 1) {
    const examined = await refuseUsedIds(context.pool, organizationId, named);
    try {
      return await storeExamined(context, request, prepared, examined);
    } catch (error) {
      // Another batch has used one of the ids meanwhile, which the next attempt sees.
      if (!isIdTaken(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** How often a batch is stored that loses its ids to others that are accepted at the same time. */
const ATTEMPTS = 5;

async function storeExamined(
  context: AcceptContext,
  request: CreateRequest,
  prepared: Pick<NewBatch, 'bodyHash' | 'body'>,
  examined: ExaminedBody,
): Promise<CreateOutcome | Comparison> {
  const { answer, trace } = request;
  const { organizationId } = request.organization;
  const [refusal, warnings] = await Promise.all([
    request.invoice ? refuseInvoice(context.pool, organizationId, examined) : null,
    answer.hasWarnings ? writeWarnings(context.pool, organizationId, examined) : NO_WARNINGS,
  ]);
  if (refusal !== null) return (await replayIfKnown(context, request)) ?? refusal;
  const batch = buildBatch(request, prepared, examined, warnings);
  request.onStoring?.();
  const stored = await withinFailureRate(context, organizationId, examined.failures.size, () =>
    trace.within('store batch', () => storeBatch(context, request, batch)),
  );
  if (stored !== null && 'kind' in stored && stored.kind === 'too_many_failures')
    return (await replayIfKnown(context, request)) ?? stored;
  if (stored === null) {
    const known = await replayIfKnown(context, request);
    if (!known)
      throw new Error(
        'the idempotency record of a concurrent request with the same key was deleted before it could be read',
      );
    return known;
  }
  if ('kind' in stored) return stored;
  const invoices = examined.externalInvoiceIds.length;
  return {
    kind: 'accepted',
    ...stored,
    invoices,
    work: measureWork(request.body, invoices),
    invalidInvoices: examined.failures.size,
  };
}

function examineContextOf({ rules, organization, now }: CreateRequest): ExamineContext {
  const { organizationName, issuerNifs, isMigrating } = organization;
  return { rules, organizationName, issuerNifs, isMigrating, today: todayInMadrid(now) };
}

/** Returns the refusal of a body; of one that is an invoice, in the terms of the invoice. */
async function explainBody(
  context: AcceptContext,
  request: CreateRequest,
  found: ExaminedBody | BodyRefusal,
): Promise<BodyRefusal> {
  const { invoice, organization } = request;
  const refusal =
    invoice &&
    (await explainInvoice(context, organization.organizationId, invoice, examineContextOf(request)));
  if (refusal) return refusal;
  if (found.kind === 'refused') return found;
  throw new Error('a body that is one invoice was examined as several');
}

/**
 * Stores a batch if the limit of failed invoices permits it. The failed invoices are counted first,
 * so concurrent creates see each other's counts, and are subtracted again if the batch was not
 * stored.
 */
async function withinFailureRate<T extends StoredBatch | CoolingDown>(
  { failedInvoices }: AcceptContext,
  organizationId: number,
  failures: number,
  store: () => Promise<T | null>,
): Promise<T | TooManyFailures | null> {
  if (failures === 0) return store();
  const retryAfterSeconds = await failedInvoices.take(organizationId, failures);
  if (retryAfterSeconds > 0) return { kind: 'too_many_failures', retryAfterSeconds };
  let isStored = false;
  try {
    const stored = await store();
    isStored = stored !== null && 'batchId' in stored;
    return stored;
  } finally {
    if (!isStored) await failedInvoices.giveBack(organizationId, failures);
  }
}

const NO_WARNINGS: ReadonlyMap<number, string> = new Map();

/**
 * Waits until both promises have settled, even if one rejects: only then may the caller release the
 * body.
 */
async function bothSettled<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

async function replayIfKnown(
  { pool, examiner }: AcceptContext,
  request: CreateRequest,
): Promise<Replay | Comparison | null> {
  const record = await findRecord(pool, request);
  const { organizationId } = request.organization;
  return record && replay(pool, examiner, { ...record, organizationId }, request);
}

/** @returns null if the idempotency key is already used. */
async function storeBatch(
  { pool, writer }: AcceptContext,
  request: CreateRequest,
  batch: NewBatch,
): Promise<StoredBatch | CoolingDown | null> {
  const { onStored } = request;
  if (request.cooldownSeconds === 0 && onStored === undefined) return writer.write(batch);
  // The organization's lock serializes its creates, so each sees the batch of the one before.
  const { organizationId } = request.organization;
  return withOrganizationConnection(pool, organizationId, () =>
    withTransaction(pool, async (client) => {
      if (request.cooldownSeconds > 0) {
        await lockOrganization(client, organizationId);
        const wait = await secondsToWait(client, request);
        if (await findRecord(client, request)) return null;
        if (wait > 0) return { kind: 'cooling_down', retryAfterSeconds: wait };
      }
      const stored = await insertBatch(client, batch);
      if (stored !== null) await onStored?.(client, stored.batchId);
      return stored;
    }),
  );
}

function findRecord(connection: Connection, { organization, idempotencyKey, now }: CreateRequest) {
  return findIdempotencyRecord(connection, organization.organizationId, idempotencyKey, now);
}

async function secondsToWait(
  connection: Connection,
  { organization, now, cooldownSeconds }: CreateRequest,
): Promise<number> {
  if (cooldownSeconds === 0) return 0;
  const newest = await findNewestReceipt(connection, organization.organizationId);
  if (newest === null) return 0;
  return Math.ceil((newest.getTime() + cooldownSeconds * 1000 - now.getTime()) / 1000);
}
