import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { ApiVersion } from '../contracts/codes.ts';
import { countCharacters, MAX_LENGTHS } from '../contracts/text-lengths.ts';
import { readIdentity } from '../domain/invoice/invoice-identity.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import {
  findIdempotencyRecord,
  findNewestReceipt,
  insertBatch,
  lockOrganization,
  type NewBatch,
  type StoredBatch,
} from './statements/accept-statement.ts';
import { withTenantConnection } from '../platform/admission/tenant-connections.ts';
import { type Connection, withTransaction } from '../platform/postgres/database.ts';
import type { SessionOrganization } from '../api/access/session-statements.ts';
import { compressBody } from '../platform/literals/stored-body.ts';
import type { BatchWriter } from './batch-writer.ts';
import { buildResponse } from './build-response.ts';
import { buildResponse as buildResponseV2 } from './v2/build-response.ts';
import { writeDetails } from './v2/write-details.ts';
import { findStoredWarnings } from './find-stored-warnings.ts';
import { foreseeRefusals, leaveOut } from './foresee-refusals.ts';
import { findNamedIds, matchRectifications } from './match-rectifications.ts';
import type { Ask } from '../issue/statements/lookups.ts';
import { ReadTooLongError, readAsTenant } from '../platform/postgres/scoped-query.ts';
import type { ExaminedBody } from './examine-body.ts';
import type { BodyRefusal } from './refuse-shape.ts';
import { type Intake, withPermit } from './intake.ts';
import { refuseIssuersOfOthers } from './issuers-of-others.ts';
import { refuseOtherNames } from './refuse-other-names.ts';
import { compareAndReplay, type Comparison, replay, type Replay } from './replay.ts';
import { type Finding, joinMessages } from '../domain/reading/findings.ts';
import type { Trace } from '../platform/telemetry/traces/traces.ts';

export type CreateRequest = {
  readonly version: ApiVersion;
  readonly organization: SessionOrganization;
  /** Lower-case UUID. */
  readonly idempotencyKey: string;
  readonly body: Buffer;
  readonly now: Date;
  /** Minimum seconds between two batches of the organization; 0 means no cool-down. */
  readonly cooldownSeconds: number;
  /** The trace of the request. All later work for the batch continues it. */
  readonly trace: Trace;
  /** Is called before the batch waits to be stored, perhaps with others. */
  readonly onStoring?: () => void;
};

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
 * Limits how many failed invoices an organization's create requests may store per hour. A failed invoice costs as much to store as
 * any other, yet a client can send one with a few bytes.
 */
export type FailedInvoicesRate = {
  readonly most: number;
  /** Counts `count` more failed invoices, or none if they exceed the limit. @returns seconds until they may be stored; 0 if they may be stored now. */
  take(organizationId: number, count: number): Promise<number>;
  /** Subtracts invoices that were counted but not stored. */
  giveBack(organizationId: number, count: number): Promise<void>;
};

export type AcceptContext = Intake & {
  readonly failedInvoices: FailedInvoicesRate;
  readonly pool: Pool;
  readonly writer: BatchWriter;
};

/** Body bytes that take as long to issue as one ordinary invoice. A body of 14 MB with 50 invoices took up to 4 s on a busy machine. */
const BYTES_OF_WORK = 32 * 1024;

/**
 * Accepts a batch. Checks its shape and the rules of each invoice, then stores the batch and its idempotency record in one statement, so
 * a batch is never stored in part.
 *
 * The function assumes a new request, because nearly all are new, and looks the key up only when the request cannot be stored. A used
 * key takes precedence over every other fault. If two requests with the same key arrive together, the first wins (`on conflict` in
 * accepting.sql; batch-writer.ts within one group) and the other receives the same answer (replay.ts).
 * @throws SemaphoreTimeout if the organization has too many requests waiting.
 * @throws any database error; nothing was accepted then.
 */
export async function acceptBatch(context: AcceptContext, request: CreateRequest): Promise<CreateOutcome> {
  const { organization, body, version } = request;
  const outcome = await withPermit(context, organization.organizationId, body, () =>
    accept(context, request),
  );
  if (outcome.kind !== 'to_compare') return outcome;
  // The comparison runs after the permit is released: a request that waits here must not hold a permit that others need.
  return context.inComparison(organization.organizationId, 1, () =>
    compareAndReplay(context.pool, context.examiner, outcome.record, { body, version }),
  );
}

async function accept(context: AcceptContext, request: CreateRequest): Promise<CreateOutcome | Comparison> {
  // Without a cool-down nothing is awaited here: the semaphore measures the synchronous work before the first await.
  const wait = request.cooldownSeconds === 0 ? 0 : await secondsToWait(context.pool, request);
  if (wait > 0)
    return (await replayIfKnown(context, request)) ?? { kind: 'cooling_down', retryAfterSeconds: wait };

  const { version, body, organization, now, trace } = request;
  const { organizationId, organizationName, issuerNifs, isMigrating } = organization;
  const examining = context.examiner.examine(body, organizationId, {
    version,
    organizationName,
    issuerNifs,
    isMigrating,
    today: todayInMadrid(now),
    wantsWarnings: version === 2,
  });
  // If threads examine the body, the hash and the compression run at the same time.
  const bodyHash = hash('sha256', body, 'buffer');
  const [found, compressed] = await trace.within('examine batch', () =>
    bothSettled(examining, compressBody(body)),
  );
  if (found.kind !== 'examined') return (await replayIfKnown(context, request)) ?? found;
  const owned = await refuseIssuersOfOthers(context.issuersOfOthers, organizationId, found);
  const examined = await refuseOtherNames(context.pool, organizationId, owned);
  const warnings = version === 1 ? NO_WARNINGS : await writeWarnings(context.pool, organizationId, examined);
  const batch = buildBatch(request, { bodyHash, body: compressed }, examined, warnings);
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

/**
 * Stores a batch if the limit of failed invoices permits it. The failed invoices are counted first, so concurrent creates see each
 * other's counts, and are subtracted again if the batch was not stored.
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

function measureWork(body: Buffer, invoices: number): number {
  return invoices + Math.floor(body.length / BYTES_OF_WORK);
}

/** Waits until both promises have settled, even if one rejects: only then may the caller release the body. */
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

function buildBatch(
  request: CreateRequest,
  body: Pick<NewBatch, 'bodyHash' | 'body'>,
  examined: ExaminedBody,
  warnings: ReadonlyMap<number, string>,
): NewBatch {
  const { externalBatchId, externalInvoiceIds, invoiceNumbers, failures, metadata } = examined;
  const view = { externalBatchId, receivedAt: request.now };
  return {
    version: request.version,
    organizationId: request.organization.organizationId,
    idempotencyKey: request.idempotencyKey,
    ...body,
    response:
      request.version === 1 ? buildResponse(view, examined) : buildResponseV2(view, examined, warnings),
    receivedAt: request.now,
    externalBatchId,
    work: measureWork(request.body, externalInvoiceIds.length),
    traceparent: request.trace.traceparent,
    externalInvoiceIds: externalInvoiceIds.map(storable),
    invoiceNumbers: invoiceNumbers.map(storable),
    processingErrors: externalInvoiceIds.map((_id, index) => {
      const findings = failures.get(index);
      return findings ? joinMessages(findings) : null;
    }),
    metadata,
    warnings: warnings.size === 0 ? [] : externalInvoiceIds.map((_id, index) => warnings.get(index) ?? null),
    issuerNifs: listIssuers(examined),
  };
}

/** The most issuers of a batch that are stored with it. */
const MAX_ISSUERS = 100;

/** Returns the issuers of the invoices, separated by blanks; null if an invoice failed, whose issuer may not be known, or if there are many. */
function listIssuers({ identities, failures }: ExaminedBody): string | null {
  if (failures.size > 0) return null;
  const nifs = new Set(identities.map((identity) => readIdentity(identity!).issuerNif));
  return nifs.size > MAX_ISSUERS ? null : [...nifs].join(' ');
}

const NO_WARNINGS: ReadonlyMap<number, string> = new Map();

/** Returns the details of the warnings about each invoice that can be issued, also of those that depend on stored data. */
async function writeWarnings(
  pool: Pool,
  organizationId: number,
  examined: ExaminedBody,
): Promise<ReadonlyMap<number, string>> {
  const ask: Ask = (statement) => readAsTenant(pool, organizationId, statement);
  const ids = await findNamedIds(ask, organizationId, examined);
  const issuable = leaveOut(examined, await foreseeFailures(ask, organizationId, examined, ids));
  const stored = await findStoredWarnings(ask, organizationId, matchRectifications(issuable, ids));
  const details = writeDetails([examined.warnings, stored]);
  for (const index of examined.failures.keys()) details.delete(index);
  return details;
}

/** Finds the invoices that will not be issued, if the warnings about others depend on them: corrections add up with those of the batch. */
async function foreseeFailures(
  ask: Ask,
  organizationId: number,
  examined: ExaminedBody,
  ids: ReadonlyMap<string, number>,
): Promise<Map<number, Finding[]>> {
  if (examined.rectifications.size === 0) return new Map();
  // The batch is accepted although foreseeing takes too long: only warnings depend on it.
  return foreseeRefusals(ask, organizationId, examined, ids).catch((error: unknown) => {
    if (error instanceof ReadTooLongError) return new Map<number, Finding[]>();
    throw error;
  });
}

/**
 * Makes a text storable: PostgreSQL accepts neither NUL nor lone surrogates. Such a text made its invoice fail. The raw body keeps the
 * original, and lists show replacement characters.
 */
function storable(text: string | null): string | null {
  if (text === null) return null;
  // A text beyond the limit is never valid. Lists show its beginning, and the body keeps the whole text.
  const max = MAX_LENGTHS.external_invoice_id;
  const isTooLong = text.length > max && countCharacters(text) > max;
  const shown = isTooLong ? `${text.slice(0, max)}…` : text;
  return shown.toWellFormed().replaceAll('\0', '\ufffd');
}

/** @returns null if the idempotency key is already used. */
async function storeBatch(
  { pool, writer }: AcceptContext,
  request: CreateRequest,
  batch: NewBatch,
): Promise<StoredBatch | CoolingDown | null> {
  if (request.cooldownSeconds === 0) return writer.write(batch);
  // The organization's lock serializes its creates, so each sees the batch of the one before.
  const { organizationId } = request.organization;
  return withTenantConnection(pool, organizationId, () =>
    withTransaction(pool, async (client) => {
      await lockOrganization(client, organizationId);
      const wait = await secondsToWait(client, request);
      if (await findRecord(client, request)) return null;
      if (wait > 0) return { kind: 'cooling_down', retryAfterSeconds: wait };
      return insertBatch(client, batch);
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
