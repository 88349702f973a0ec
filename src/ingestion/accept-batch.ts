import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { Pool } from 'pg';
import { todayInMadrid } from '../domain/verifactu/format-timestamp.ts';
import {
  findIdempotencyRecord,
  findNewestReceipt,
  type IdempotencyRecord,
  insertBatch,
  lockOrganization,
  type NewBatch,
} from '../persistence/accept-batch.ts';
import { type Connection, withTransaction } from '../persistence/database.ts';
import type { SessionOrganization } from '../persistence/sessions.ts';
import { buildResponse } from './build-response.ts';
import { checkBody } from './check-body.ts';
import { findNoInteger } from './find-no-integer.ts';
import { examineInvoices, type ExaminedInvoice } from './examine-invoices.ts';
import { BodySyntaxError, parseJson } from './parse-json.ts';
import { replay, type Replay } from './replay.ts';

export type CreateRequest = {
  readonly organization: SessionOrganization;
  /** Lower-case UUID. */
  readonly idempotencyKey: string;
  readonly body: Buffer;
  readonly now: Date;
  /** 0: no cool-down. */
  readonly cooldownSeconds: number;
};

export type CreateOutcome =
  | {
      readonly outcome: 'accepted';
      readonly batchId: number;
      readonly response: string;
      readonly invoices: number;
      readonly invalidInvoices: number;
    }
  | Replay
  | CoolingDown
  | BodyRefusal;
type CoolingDown = { readonly outcome: 'cooling_down'; readonly retryAfterSeconds: number };
type BodyRefusal = { readonly outcome: 'not_json' | 'wrong_shape'; readonly message: string };

/**
 * Accepts a batch: idempotency, shape, rules per invoice, one transaction. Whatever the outcome, nothing is half-stored.
 * @throws what the database throws; then nothing was accepted.
 */
export async function acceptBatch(pool: Pool, request: CreateRequest): Promise<CreateOutcome> {
  const bodyHash = hash('sha256', request.body, 'buffer');
  const answer = (record: IdempotencyRecord) =>
    replay(pool, request.organization.organizationId, record, request.body, bodyHash);
  const known = await findRecord(pool, request);
  if (known) return answer(known);
  const wait = await secondsToWait(pool, request);
  if (wait > 0) {
    // The batch that it must wait for may be its own, accepted between the two looks.
    const own = await findRecord(pool, request);
    return own ? answer(own) : { outcome: 'cooling_down', retryAfterSeconds: wait };
  }

  const examined = examineBody(request);
  if ('outcome' in examined) return examined;
  const batch = await buildBatch(request, bodyHash, examined);
  const stored = await storeBatch(pool, request, batch);
  if (stored === null) {
    // Another request with the same key was faster.
    const winner = await findRecord(pool, request);
    if (!winner) throw new Error('the idempotency record of another request vanished');
    return answer(winner);
  }
  if ('outcome' in stored) return stored;
  const invalidInvoices = examined.invoices.filter(({ messages }) => messages.length > 0).length;
  return { outcome: 'accepted', ...stored, invoices: examined.invoices.length, invalidInvoices };
}

type Examined = { readonly externalBatchId: string | null; readonly invoices: readonly ExaminedInvoice[] };

function examineBody({ body, organization, now }: CreateRequest): Examined | BodyRefusal {
  let parsed;
  try {
    parsed = parseJson(body);
  } catch (error) {
    if (error instanceof BodySyntaxError) return { outcome: 'not_json', message: error.message };
    throw error;
  }
  const checked = checkBody(parsed.value);
  if (!checked.ok) return { outcome: 'wrong_shape', message: checked.message };
  const noInteger = findNoInteger(parsed.inexactNumbers);
  if (noInteger !== null) return { outcome: 'wrong_shape', message: `${noInteger} must be an integer` };
  const invoices = examineInvoices(checked.body, {
    organizationName: organization.organizationName,
    today: todayInMadrid(now),
    inexactNumbers: parsed.inexactNumbers,
  });
  return { externalBatchId: checked.body.invoice_batch.external_batch_id ?? null, invoices };
}

const compress = promisify(zstdCompress);
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

async function buildBatch(request: CreateRequest, bodyHash: Buffer, examined: Examined): Promise<NewBatch> {
  const { invoices, externalBatchId } = examined;
  return {
    organizationId: request.organization.organizationId,
    idempotencyKey: request.idempotencyKey,
    bodyHash,
    body: await compress(request.body, FASTEST),
    response: buildResponse({ externalBatchId, receivedAt: request.now }, invoices),
    receivedAt: request.now,
    externalBatchId,
    externalInvoiceIds: invoices.map(({ externalInvoiceId }) => storable(externalInvoiceId)),
    invoiceNumbers: invoices.map(({ invoiceNumber }) => storable(invoiceNumber)),
    processingErrors: invoices.map(({ messages }) => (messages.length === 0 ? null : messages.join('; '))),
  };
}

/**
 * PostgreSQL holds neither NUL nor lone surrogates. Such a text made its invoice fail and stays as sent in the raw body; the
 * list shows it with replacement characters.
 */
function storable(text: string | null): string | null {
  return text === null ? null : text.toWellFormed().replaceAll('\0', '\ufffd');
}

type Stored = { readonly batchId: number; readonly response: string };

/** @returns null when the key was taken meanwhile. */
async function storeBatch(
  pool: Pool,
  request: CreateRequest,
  batch: NewBatch,
): Promise<Stored | CoolingDown | null> {
  if (request.cooldownSeconds === 0) return insertBatch(pool, batch);
  // The lock on the organization makes concurrent creates see each other's batch.
  return withTransaction(pool, async (client) => {
    await lockOrganization(client, request.organization.organizationId);
    const wait = await secondsToWait(client, request);
    if (await findRecord(client, request)) return null;
    if (wait > 0) return { outcome: 'cooling_down', retryAfterSeconds: wait };
    return insertBatch(client, batch);
  });
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
