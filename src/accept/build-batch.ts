import { INVOICE_MEMBERS } from '../contracts/v2/invoice-members.ts';
import { countCharacters } from '../contracts/shown-text.ts';
import { readIdentity } from '../domain/invoice/invoice-identity.ts';
import { joinMessages } from '../domain/reading/findings.ts';
import type { CreateRequest } from './create-request.ts';
import type { ExaminedBody } from './examine-body.ts';
import type { NewBatch } from './statements/accept-statement.ts';

/**
 * Body bytes that take as long to issue as one ordinary invoice. A body of 14 MB with 50 invoices
 * took up to 4 s on a busy machine.
 */
const BYTES_OF_WORK = 32 * 1024;

/** Returns the cost of issuing a batch, in ordinary invoices. */
export function measureWork(body: Buffer, invoices: number): number {
  return invoices + Math.floor(body.length / BYTES_OF_WORK);
}

/**
 * Builds the row of a batch from its examined body.
 * @param body the hash and the compressed bytes of the body.
 * @param warnings the details of the warnings about valid invoices, by their index.
 */
export function buildBatch(
  request: CreateRequest,
  body: Pick<NewBatch, 'bodyHash' | 'body'>,
  examined: ExaminedBody,
  warnings: ReadonlyMap<number, string>,
): NewBatch {
  const { externalBatchId, externalInvoiceIds, invoiceNumbers, failures, metadata } = examined;
  const view = { externalBatchId, receivedAt: request.now };
  const errors = externalInvoiceIds.map((_id, index) => {
    const findings = failures.get(index);
    return findings ? joinMessages(findings) : null;
  });
  return {
    rules: request.rules,
    organizationId: request.organization.organizationId,
    idempotencyKey: request.idempotencyKey,
    ...body,
    response: request.answer.build(view, examined, warnings),
    receivedAt: request.now,
    externalBatchId,
    work: measureWork(request.body, externalInvoiceIds.length),
    traceparent: request.trace.traceparent,
    externalInvoiceIds: externalInvoiceIds.map(storable),
    invoiceNumbers: invoiceNumbers.map(storable),
    processingErrors: errors.map((error) => error && error.en),
    spanishErrors: failures.size === 0 ? [] : errors.map((error) => error && error.es),
    metadata: metadata.some((each) => each !== null) ? metadata : [],
    warnings: warnings.size === 0 ? [] : externalInvoiceIds.map((_id, index) => warnings.get(index) ?? null),
    issuerNifs: listIssuers(examined),
  };
}

/** The most issuers of a batch that are stored with it. */
const MAX_ISSUERS = 100;

/**
 * Returns the issuers of the invoices, separated by blanks; null if an invoice failed, whose issuer
 * may not be known, or if there are many.
 */
function listIssuers({ identities, failures }: ExaminedBody): string | null {
  if (failures.size > 0) return null;
  const nifs = new Set(identities.map((identity) => readIdentity(identity!).issuerNif));
  return nifs.size > MAX_ISSUERS ? null : [...nifs].join(' ');
}

/**
 * Makes a text storable: PostgreSQL accepts neither NUL nor lone surrogates. Such a text made its
 * invoice fail. The raw body keeps the original, and lists show replacement characters.
 */
function storable(text: string | null): string | null {
  if (text === null) return null;
  // A text beyond the limit is never valid. Lists show its beginning, and the body keeps the whole
  // text.
  const max = INVOICE_MEMBERS.external_invoice_id.maxLength;
  const isTooLong = text.length > max && countCharacters(text) > max;
  const shown = isTooLong ? `${text.slice(0, max)}…` : text;
  return shown.toWellFormed().replaceAll('\0', '\ufffd');
}
