import { IDEMPOTENCY_WINDOW } from '../../contracts/limits.ts';
import type { RequestRules } from '../../domain/reading/request-rules.ts';
import { encodeBytes, encodeTexts } from '../../platform/postgres/binary-array.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { queryAsOrganization, readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './accepting.sql.ts';

export type NewBatch = {
  /** The rules of its body, by which the batch will be issued as well. */
  readonly rules: RequestRules;
  readonly organizationId: number;
  readonly idempotencyKey: string;
  /** SHA-256 of the request body's bytes. */
  readonly bodyHash: Buffer;
  /** The request body, compressed (src/platform/literals/stored-body.ts). */
  readonly body: Buffer;
  /** The texts of the response body before and after the batch id, which the database assigns. */
  readonly response: readonly [string, string];
  readonly receivedAt: Date;
  readonly externalBatchId: string | null;
  /** Cost of issuing the batch, in ordinary invoices. */
  readonly work: number;
  /** W3C trace context that later work for the batch continues; null for none. */
  readonly traceparent: string | null;
  /** One entry per invoice in each list, in the order of the request. */
  readonly externalInvoiceIds: readonly (string | null)[];
  readonly invoiceNumbers: readonly (string | null)[];
  readonly processingErrors: readonly (string | null)[];
  /** The processing errors in Spanish; an empty list if no invoice failed. */
  readonly spanishErrors: readonly (string | null)[];
  /** Metadata and warnings as JSON; an empty list if no invoice has any. */
  readonly metadata: readonly (string | null)[];
  readonly warnings: readonly (string | null)[];
  /** The issuers of its invoices, separated by blanks; null if some are not known. */
  readonly issuerNifs: string | null;
};

export type StoredBatch = { readonly batchId: number; readonly response: string };

/**
 * Stores a batch with its invoices, body and idempotency record, in one statement.
 * @returns the batch's id and the stored response; null if the idempotency key is already used, and
 *   nothing was stored.
 */
export async function insertBatch(connection: Connection, batch: NewBatch): Promise<StoredBatch | null> {
  const { rows } = await queryAsOrganization(
    connection,
    batch.organizationId,
    sql.acceptBatch(
      batch.organizationId,
      batch.idempotencyKey,
      batch.bodyHash,
      batch.response[0],
      batch.response[1],
      batch.receivedAt,
      batch.externalBatchId,
      batch.externalInvoiceIds.length,
      batch.body,
      encodeTexts(batch.externalInvoiceIds),
      encodeTexts(batch.invoiceNumbers),
      encodeTexts(batch.processingErrors),
      IDEMPOTENCY_WINDOW,
      batch.work,
      batch.traceparent,
      batch.rules.version,
      encodeTexts(batch.metadata),
      encodeTexts(batch.warnings),
      batch.issuerNifs,
      encodeTexts(batch.spanishErrors),
    ),
  );
  return rows[0] ?? null;
}

/**
 * Stores several batches in one statement, as `insertBatch` stores one. If the statement fails,
 * none is stored. No two batches may have the same organization and key.
 * @returns the id and stored response of each batch; null for a batch whose idempotency key is
 *   already used and which was not stored.
 */
export async function insertBatches(
  connection: Connection,
  batches: readonly NewBatch[],
): Promise<(StoredBatch | null)[]> {
  const organizationIds = batches.map(({ organizationId }) => organizationId);
  const { rows } = await queryAsOrganization(
    connection,
    organizationIds,
    sql.acceptBatches(
      organizationIds,
      batches.map(({ idempotencyKey }) => idempotencyKey),
      encodeBytes(batches.map(({ bodyHash }) => bodyHash)),
      encodeTexts(batches.map(({ response }) => response[0])),
      encodeTexts(batches.map(({ response }) => response[1])),
      batches.map(({ receivedAt }) => receivedAt),
      encodeTexts(batches.map(({ externalBatchId }) => externalBatchId)),
      batches.map(({ externalInvoiceIds }) => externalInvoiceIds.length),
      encodeBytes(batches.map(({ body }) => body)),
      encodeTexts(batches.flatMap(({ externalInvoiceIds }) => externalInvoiceIds)),
      encodeTexts(batches.flatMap(({ invoiceNumbers }) => invoiceNumbers)),
      encodeTexts(batches.flatMap(({ processingErrors }) => processingErrors)),
      IDEMPOTENCY_WINDOW,
      batches.map(({ work }) => work),
      batches.map(({ traceparent }) => traceparent),
      batches.map(({ rules }) => rules.version),
      encodeTexts(joinLists(batches, ({ metadata }) => metadata)),
      encodeTexts(joinLists(batches, ({ warnings }) => warnings)),
      batches.map(({ issuerNifs }) => issuerNifs),
      encodeTexts(joinLists(batches, ({ spanishErrors }) => spanishErrors)),
    ),
  );
  const stored = Array.from<StoredBatch | null>({ length: batches.length }).fill(null);
  for (const { place, batchId, response } of rows) stored[place - 1] = { batchId, response };
  return stored;
}

/**
 * Concatenates a list of each batch. Returns an empty list if all lists are empty; otherwise a
 * batch with an empty list has only nulls.
 */
function joinLists(
  batches: readonly NewBatch[],
  listOf: (batch: NewBatch) => readonly (string | null)[],
): (string | null)[] {
  if (batches.every((batch) => listOf(batch).length === 0)) return [];
  return batches.flatMap((batch) => {
    const list = listOf(batch);
    return list.length > 0 ? list : batch.externalInvoiceIds.map(() => null);
  });
}

export type IdempotencyRecord = {
  /** Version of the API through which the batch was created. */
  readonly version: number;
  readonly batchId: number;
  readonly bodyHash: Buffer;
  readonly response: string;
  /** Size of the batch's compressed body. */
  readonly storedBytes: number;
};

/**
 * Finds the idempotency record of a key.
 * @returns null if the key is unused or its record is older than `IDEMPOTENCY_WINDOW`.
 */
export async function findIdempotencyRecord(
  connection: Connection,
  organizationId: number,
  key: string,
  now: Date,
): Promise<IdempotencyRecord | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.findIdempotencyRecord(organizationId, key, now, IDEMPOTENCY_WINDOW),
  );
  return rows[0] ?? null;
}

/**
 * Bytes of a body that one query reads. PostgreSQL sends them as hexadecimal digits, and decoding
 * 30 MB at once would block the event loop.
 */
const SLICE_BYTES = 512 * 1024;

/**
 * Yields the compressed body of a batch in slices; none if the body was erased.
 * @throws Error if the organization has no such batch.
 */
export async function* readBodySlices(
  connection: Connection,
  organizationId: number,
  batchId: number,
): AsyncGenerator<Buffer, void, void> {
  for (let from = 1; ; from += SLICE_BYTES) {
    const statement = sql.readBatchBody(organizationId, batchId, from, SLICE_BYTES);
    const { rows } = await readAsOrganization(connection, organizationId, statement);
    const [row] = rows;
    if (row === undefined) throw new Error(`batch ${batchId} has no stored body`);
    if (row.slice.length > 0) yield row.slice;
    if (row.slice.length < SLICE_BYTES) return;
  }
}

/**
 * Reads the compressed body of a batch.
 * @throws Error if the stored body is missing or shorter than `storedBytes`.
 */
export async function readBatchBody(
  connection: Connection,
  organizationId: number,
  { batchId, storedBytes }: Pick<IdempotencyRecord, 'batchId' | 'storedBytes'>,
): Promise<Buffer> {
  const body = Buffer.allocUnsafeSlow(storedBytes);
  let at = 0;
  for await (const slice of readBodySlices(connection, organizationId, batchId)) at += slice.copy(body, at);
  if (at < storedBytes) throw new Error(`the stored body of batch ${batchId} is shorter than recorded`);
  return body;
}

/**
 * Locks the organization against other creates until the transaction ends. Only the next statement
 * sees what those creates stored: this statement's snapshot is older than its wait.
 */
export async function lockOrganization(connection: Connection, organizationId: number): Promise<void> {
  await queryAsOrganization(connection, organizationId, sql.lockOrganization(organizationId));
}

/** Returns when the newest batch of an organization was received, or null if it has none. */
export async function findNewestReceipt(
  connection: Connection,
  organizationId: number,
): Promise<Date | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.findNewestReceipt(organizationId),
  );
  return rows[0] ? new Date(rows[0].receivedAt) : null;
}
