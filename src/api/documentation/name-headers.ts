import { MAY_WAIT } from './describe-not-ready.ts';
import { type Answer, type OpenApi, mapOperations, mapValues, type Schema } from './openapi.ts';
import { EXTENSIBLE_ENUM } from './open-answers.ts';

/** Headers of answers, by their name in `components.headers`. */
const HEADERS: Readonly<Record<string, Schema>> = {
  'X-Request-Id': text(
    'Id of the request in the logs. It is the `X-Request-Id` of the request if that consists of 1 to 128 letters, digits, `.`, `_` or `-`; otherwise a new one.',
    '6f1c2a52-6f0e-4d6a-9d0b-0d6c1b8f7a11',
  ),
  'Retry-After': whole('Number of seconds to wait before sending the request again.', 5),
  'WWW-Authenticate': text('Reason why the authentication failed (RFC 6750).', 'Bearer'),
  'Accept-Encoding': text('Supported values of `Content-Encoding`.', 'gzip, zstd'),
  'RateLimit-Limit': whole('Number of requests allowed per minute.', 600),
  'RateLimit-Remaining': whole('Number of requests left in this minute.', 599),
  'RateLimit-Reset': whole('Number of seconds until the next minute begins.', 42),
  'Idempotency-Replayed': {
    description: 'Present if the answer repeats the stored answer to an earlier request with this key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: text('Path of the invoice.', '/api/v2/invoices/1042000'),
  'Preference-Applied': text('What of `Prefer` the answer follows (RFC 7240).', 'respond-async'),
  ETag: text('Entity tag of the file, for `If-None-Match` in later requests.', '"9b1f…"'),
  'Content-Disposition': text(
    'File name, made from the invoice number or the id of the batch.',
    'attachment; filename="F-1.pdf"',
  ),
  Link: text(
    'Where the notes on the book are, if the file does not contain them.',
    '</api/v2/books/issued?issuer_nif=B12345674&from=2026-01-01&to=2026-12-31&book=E&format=json>; rel="describedby"',
  ),
  'Content-Language': {
    description: 'Language of the messages in the answer.',
    schema: { type: 'string', [EXTENSIBLE_ENUM]: ['en', 'es'], examples: ['en'] },
  },
  Vary: text('Headers of the request that the answer depends on.', 'Accept-Language'),
  'Content-Length': whole('Size of the file in bytes.', 41_203),
  'X-Annulled-At': text(
    'When the invoice was annulled: UTC, whole seconds. Absent if it is not annulled.',
    '2026-11-21T10:15:00Z',
  ),
};

const RATE_LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const OF_STATUS: Readonly<Record<string, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  415: ['Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
/** The headers of an electronic invoice. */
const DOCUMENT = {
  200: ['ETag', 'Content-Disposition', 'Content-Length', 'X-Annulled-At'],
  304: ['ETag', 'X-Annulled-At'],
  422: ['Retry-After'],
};
const OF_OPERATION: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  createInvoiceBatch: { 201: ['Idempotency-Replayed'] },
  createInvoice: {
    201: ['Location', 'Idempotency-Replayed', 'Preference-Applied'],
    202: ['Location', 'Retry-After', 'Idempotency-Replayed', 'Preference-Applied'],
    422: ['Location', 'Idempotency-Replayed'],
  },
  creditInvoice: {
    201: ['Location', 'Idempotency-Replayed', 'Preference-Applied'],
    202: ['Location', 'Retry-After', 'Idempotency-Replayed', 'Preference-Applied'],
    409: ['Retry-After'],
    422: ['Location', 'Idempotency-Replayed'],
  },
  recordPayment: { 201: ['Idempotency-Replayed'], 409: ['Retry-After'] },
  reportDefault: { 202: ['Idempotency-Replayed'], 409: ['Retry-After'] },
  withdrawFromSpfe: { 202: ['Idempotency-Replayed'], 409: ['Retry-After'] },
  resendToSpfe: { 202: ['Idempotency-Replayed'], 409: ['Retry-After'] },
  stateSpfeFact: { 202: ['Idempotency-Replayed'], 409: ['Retry-After'] },
  takeBackDefault: { 409: ['Retry-After'] },
  recordPayments: { 200: ['Idempotency-Replayed'] },
  createWebhookEndpoint: { 201: ['Idempotency-Replayed'] },
  downloadIssuedInvoicePdf: {
    200: ['ETag', 'Content-Disposition', 'Content-Length'],
    304: ['ETag'],
    422: ['Retry-After'],
  },
  listDocumentFormats: { 422: ['Retry-After'] },
  downloadDocument: DOCUMENT,
  downloadBatchDocuments: { 200: ['Content-Disposition'], 422: ['Retry-After'] },
  previewInvoice: { 200: ['Content-Disposition'] },
  downloadIssuedBook: { 200: ['Content-Disposition', 'Link'] },
  downloadBatchPdfs: { 200: ['Content-Disposition'], 422: ['Retry-After'] },
  getRegistration: { 422: ['Retry-After'] },
  annulInvoice: { 422: ['Retry-After'] },
  resendInvoice: { 422: ['Retry-After'] },
};
/** The operations whose successful answers have messages. */
const WITH_MESSAGES = new Set([
  'createInvoiceBatch',
  'createInvoice',
  'creditInvoice',
  'validateInvoiceBatch',
  'recordPayments',
  'reportDefault',
  'takeBackDefault',
  'withdrawFromSpfe',
  'resendToSpfe',
  'stateSpfeFact',
  'listInvoices',
  'listInvoicesOfBatch',
  'getInvoice',
  'lookUpInvoices',
  'listDocumentFormats',
  'downloadBatchDocuments',
  'downloadIssuedBook',
  'getSpfeStatus',
  'getSpfeReadiness',
]);
/** Operations without a rate limit. */
const UNLIMITED = new Set(['createInvoiceBatch', 'createInvoice', 'creditInvoice', 'endSession']);

/**
 * Adds to every answer the headers that it can have. A header that no answer has is not described.
 * @param hasLanguages whether messages are in the language that the client prefers.
 */
export function nameHeaders<D extends OpenApi>(document: D, hasLanguages: boolean): D {
  const used = new Set<string>();
  const described = mapOperations(document, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (answer, status): Answer => {
      const names = [
        'X-Request-Id',
        ...(OF_STATUS[status] ?? []),
        ...listOwn(operation.operationId, status, hasLanguages),
        ...(hasLanguages && (Number(status) >= 400 || WITH_MESSAGES.has(operation.operationId))
          ? ['Content-Language', 'Vary']
          : []),
        ...(UNLIMITED.has(operation.operationId) ? [] : RATE_LIMITS),
      ];
      for (const name of names) used.add(name);
      const headers = Object.fromEntries(
        names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      );
      return { ...answer, headers };
    }),
  }));
  const headers = Object.fromEntries(Object.entries(HEADERS).filter(([name]) => used.has(name)));
  return { ...described, components: { ...described.components, headers } };
}

/**
 * Lists the headers that only some operations have. In version 2 it is 409, and not 422, that asks
 * to wait.
 */
function listOwn(operationId: string, status: string, hasLanguages: boolean): readonly string[] {
  if (hasLanguages && MAY_WAIT.has(operationId)) {
    if (status === '409') return ['Retry-After'];
    if (status === '422') return [];
  }
  return OF_OPERATION[operationId]?.[status] ?? [];
}

function text(description: string, example: string): Schema {
  return { description, schema: { type: 'string', examples: [example] } };
}

function whole(description: string, example: number): Schema {
  return { description, schema: { type: 'integer', minimum: 0, examples: [example] } };
}
