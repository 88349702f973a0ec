import type { CorrectionRefusal } from './codes.ts';
import {
  API,
  badRequest,
  ENGINE,
  type Entry,
  JSON_RULES,
  notFound,
  tooMany,
  unauthorized,
  unavailable,
  unprocessable,
  unsupported,
} from './error-entries.ts';
import { SIGNING_ERRORS } from './signing-errors.ts';
import { READ_ERRORS } from './v2/read-errors.ts';

/*
 * Every error answer of the API: `{"error":{"code":…,"message":…}}` with its status. Code that refuses a request calls `apiError` with the name of
 * an entry and the values of its placeholders. No message is written anywhere else. A test checks that docs/api.md lists every entry.
 *
 * Status, code and message of an entry are a promise to clients: entries may be added but never changed.
 */

const CORRECTION = 'Invoice {number} cannot be {corrected}: {reason}';
const correction = <C extends CorrectionRefusal>(code: C, source: string) =>
  unprocessable(code, CORRECTION, source);
const AEAT = 'AEAT, matrix of operations';
const ELECTRONIC = 'EN 16931; Facturae 3.2.2; RD 1619/2012, art. 6';

export const API_ERRORS = {
  // Requests that are not valid HTTP or are ambiguous.
  not_http: badRequest('The request is not valid HTTP', 'RFC 9112'),
  http_version: badRequest('HTTP version must be 1.1 or 1.0', 'RFC 9112'),
  transfer_encoding_in_http_1_0: badRequest(
    'Transfer-Encoding is not allowed with HTTP/1.0',
    'RFC 9112, 6.1',
  ),
  repeated_header: badRequest('{name} header is given more than once', 'RFC 9110, 5.3'),
  missing_host: badRequest('Host header is required', 'RFC 9112, 3.2'),
  wrong_host: badRequest('Host header must name one host', 'RFC 9110, 7.2'),
  two_hosts: badRequest('Host header and request target name different hosts', 'RFC 9112, 3.2.2'),
  fragment: badRequest('Request target must not have a fragment', 'RFC 9112, 3.2'),
  unreadable_request: badRequest('The request cannot be read: {reason}', 'RFC 9110'),

  // Bodies.
  connection_closed: badRequest('The connection closed before the body was complete', 'RFC 9112, 8'),
  too_many_pieces: badRequest('Body arrives in too many pieces; send larger chunks', ENGINE),
  wrong_length: badRequest('Body is not as long as Content-Length says', 'RFC 9112, 6.3'),
  wrong_coding: badRequest('Body is not compressed as Content-Encoding says', 'RFC 9110, 8.4'),
  large_zstd_window: badRequest(
    'Body is compressed with a zstd window of more than 8 MB; compress it with a smaller window',
    'RFC 9659, 3',
  ),
  empty_body: badRequest('Body is empty; a JSON document is expected', JSON_RULES),
  byte_order_mark: badRequest('Body starts with a byte order mark; send JSON without one', 'RFC 8259, 8.1'),
  not_utf8: badRequest(
    'Body is not valid UTF-8: the bytes at {place} do not encode a character',
    'RFC 8259, 8.1',
  ),
  too_deep: badRequest('Body is nested deeper than {levels} levels', 'RFC 8259, 9'),
  not_json: badRequest('Body is not valid JSON: {fault}', JSON_RULES),
  duplicate_member: badRequest('Body has a duplicate member: {path}', 'RFC 8259, 4'),

  // Parameters, and the body of a request for a session.
  session_not_object: badRequest('Body must be an object', API),
  api_key_missing: badRequest('api_key is required', API),
  api_key_not_text: badRequest('api_key must be a string', API),
  api_key_blank: badRequest("api_key can't be blank", API),
  wrong_page: badRequest('page must be an integer of at least 1', API),
  wrong_per_page: badRequest('per_page must be an integer between 1 and {most}', API),
  unknown_parameter: badRequest('Unknown query {parameters} {names}; this endpoint accepts {known}', ENGINE),
  repeated_parameter: badRequest('{names} must be given once', ENGINE),
  unknown_choice: badRequest('{name} must be one of {choices}', ENGINE),
  blank_parameter: badRequest("{name} can't be blank", ENGINE),
  long_parameter: badRequest("{name} can't be longer than {most} characters", ENGINE),
  parameter_with_nul: badRequest("{name} can't contain NUL", ENGINE),
  wrong_time: badRequest('{name} must be a time in UTC, such as 2026-11-20T09:15:30Z', ENGINE),
  unclear_search: badRequest(
    'Either external_invoice_id, or issuer_nif together with invoice_number, is required',
    ENGINE,
  ),
  many_issuers: badRequest('issuer_nif is required: this organization has more than {most} issuers', ENGINE),

  // Authentication, rights and paths.
  missing_authorization: unauthorized('Missing Authorization header'),
  invalid_token: unauthorized('Invalid or expired session token'),
  invalid_api_key: unauthorized('Invalid API key'),
  missing_right: {
    status: 403,
    code: 'forbidden',
    message: 'The API key of this session lacks the right {right}; an operator can grant it',
    source: ENGINE,
  },
  unknown_path: notFound('There is no {method} {path}', API),
  unknown_batch: notFound('Invoice batch not found', API),
  unknown_invoice: notFound('Batch invoice not found', API),
  no_declaration: notFound(
    'Version {version} has no declaración responsable: {reason}',
    'RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15',
  ),
  wrong_method: {
    status: 405,
    code: 'method_not_allowed',
    message: '{method} is not allowed here, only {allowed}',
    source: 'RFC 9110, 15.5.6',
  },
  tunnel: {
    status: 405,
    code: 'method_not_allowed',
    message: 'CONNECT is not allowed here, only {allowed}',
    source: 'RFC 9110, 9.3.6',
  },
  slow_request: {
    status: 408,
    code: 'request_timeout',
    message: 'The request took too long to arrive',
    source: 'RFC 9110, 15.5.9',
  },
  large_body: {
    status: 413,
    code: 'payload_too_large',
    message: 'Body is larger than the {most} that this endpoint accepts; send less in one request',
    source: ENGINE,
  },
  large_packed_body: {
    status: 413,
    code: 'payload_too_large',
    message:
      'The compressed body is larger than the {mostPacked} that this endpoint accepts compressed; send it without compression, up to {most}',
    source: ENGINE,
  },
  wrong_media_type: unsupported('Content-Type must be application/json', API),
  wrong_charset: unsupported('The charset in Content-Type must be utf-8: JSON is UTF-8', 'RFC 8259, 8.1'),
  wrong_content_encoding: unsupported(
    'Content-Encoding must be gzip or zstd, once, or absent for a body without compression',
    'RFC 9110, 8.4',
  ),
  wrong_transfer_encoding: unsupported('Transfer-Encoding must be chunked, or absent', 'RFC 9112, 6.1'),

  // Batches that are not accepted.
  missing_idempotency_key: unprocessable(
    'missing_idempotency_key',
    'Idempotency-Key header is required',
    API,
  ),
  wrong_idempotency_key: unprocessable('invalid_idempotency_key', 'Idempotency-Key must be a UUID', API),
  reused_idempotency_key: unprocessable(
    'invalid_idempotency_key',
    'Idempotency-Key was already used with a different request body',
    API,
  ),
  idempotency_key_of_version: unprocessable(
    'invalid_idempotency_key',
    'Idempotency-Key was already used with version {version} of the API; send the request again to that version, or use a new key',
    ENGINE,
  ),
  empty_batch: unprocessable('validation_failed', 'Batch must contain at least 1 invoice', API),
  large_batch: unprocessable('validation_failed', 'Batch cannot contain more than {most} invoices', API),
  wrong_shape: unprocessable('validation_failed', '{places}', API),
  many_unknown_members: unprocessable(
    'validation_failed',
    'Body has more than {most} members that are not allowed',
    ENGINE,
  ),
  many_wrong_items: unprocessable(
    'validation_failed',
    'Body has lists with more than {most} items that are not objects',
    ENGINE,
  ),
  many_containers: unprocessable('validation_failed', 'Body has more than {most} objects and lists', ENGINE),

  // Corrections that are not made.
  correction_not_object: unprocessable('validation_failed', 'Body must be an object', ENGINE),
  correction_member: unprocessable('validation_failed', '{name} is not a known member', ENGINE),
  correction_without_reason: unprocessable('validation_failed', 'reason is required', ENGINE),
  correction_reason: unprocessable('validation_failed', 'reason {fault}', ENGINE),
  correction_flag: unprocessable('validation_failed', '{name} must be true or false', ENGINE),
  invoice_pending: {
    ...unprocessable('not_issued', 'Invoice is still being processed', ENGINE),
    retryAfterSeconds: 5,
  },
  invoice_failed: unprocessable('not_issued', 'Invoice was not issued: {reason}', ENGINE),
  without_verifactu: unprocessable(
    'not_registered',
    'Invoice {number} was issued without VeriFactu: it has no registration record',
    ENGINE,
  ),
  not_registered: correction('not_registered', ENGINE),
  not_answered_yet: { ...correction('not_answered_yet', AEAT), retryAfterSeconds: 5 },
  nothing_to_correct: correction('nothing_to_correct', AEAT),
  already_annulled: correction('already_annulled', AEAT),
  corrected_by_others: correction('corrected_by_others', ENGINE),
  annulment_refused: correction('annulment_refused', AEAT),
  register_unclear: correction('register_unclear', AEAT),
  recipient_not_applicable: correction('recipient_not_applicable', 'AEAT, error 2001'),
  chain_suspended: correction('chain_suspended', ENGINE),
  unmarked_database: unprocessable(
    'chain_suspended',
    'The database is not the active one, or was restored or failed over a moment ago; corrections are refused until the workers have marked its chains',
    ENGINE,
  ),
  chain_halted: correction('chain_halted', ENGINE),

  // Objects that are not ready yet, or are archived.
  unissued_pending: {
    ...unprocessable('unprocessable_content', 'Invoice is still being processed', API),
    retryAfterSeconds: 5,
  },
  unissued_failed: unprocessable('unprocessable_content', 'Invoice was not issued: {reason}', API),
  pdf_pending: {
    ...unprocessable('unprocessable_content', 'PDF is not ready yet', API),
    retryAfterSeconds: 5,
  },
  batch_without_invoices: unprocessable(
    'unprocessable_content',
    'No invoice of this batch was issued',
    ENGINE,
  ),
  batch_pending: {
    ...unprocessable(
      'unprocessable_content',
      'The batch is still being processed: {ready} of {issued} PDFs are ready',
      ENGINE,
    ),
    retryAfterSeconds: 5,
  },
  pdfs_pending: {
    ...unprocessable(
      'unprocessable_content',
      'Not all PDFs are ready yet: {ready} of {issued} PDFs are ready',
      ENGINE,
    ),
    retryAfterSeconds: 5,
  },
  batch_unfinished: {
    ...unprocessable('unprocessable_content', 'The batch is still being processed', ENGINE),
    retryAfterSeconds: 5,
  },
  not_expressible: unprocessable(
    'unprocessable_content',
    '{rule}: {reason}. Formats that can express this invoice: {formats}',
    ELECTRONIC,
  ),
  batch_not_expressible: unprocessable(
    'unprocessable_content',
    'No invoice of this batch can be expressed in the format {format}. The first one: {rule}: {reason}',
    ELECTRONIC,
  ),
  ...SIGNING_ERRORS,
  preview_failed: unprocessable('unprocessable_content', 'The preview cannot be rendered: {reason}', ENGINE),
  archived_month: unprocessable(
    'unprocessable_content',
    'The batches accepted in {month} are archived; the operator of this service can restore them for reading',
    ENGINE,
  ),

  ...READ_ERRORS,

  // Limits.
  read_rate: tooMany('Too many requests; try again in {seconds} seconds'),
  wrong_tokens: tooMany('Too many requests with invalid session tokens; try again in {seconds} seconds'),
  busy_connections: tooMany('Too many connections of this organization have requests in progress', 2),
  open_requests: tooMany('Too many requests of this organization are in progress', 1),
  busy_organization: tooMany(
    'Too many requests of this organization are being processed at the same time; send fewer at a time',
    2,
  ),
  key_in_use: tooMany('A request with this Idempotency-Key is still running', 1),
  many_creates: tooMany('Too many batches are being created at the same time; this one was not stored', 1),
  cool_down: tooMany('A batch was created less than {seconds} seconds ago'),
  many_failures: tooMany(
    'With this batch more than {most} invoices of this organization would have failed within an hour; nothing was stored. POST /invoice_batches/validate shows what is wrong with it; try again in {seconds} seconds',
  ),
  many_validations: tooMany('Too many batches are being validated at the same time', 1),
  many_corrections: tooMany(
    'Too many corrections are being made at the same time, or the chain is busy; this one was not made',
    1,
  ),
  many_previews: {
    ...tooMany('Too many previews are being rendered at the same time', 1),
    source: ENGINE,
  },
  many_downloads: tooMany('Too many PDFs are being downloaded at the same time', 1),
  many_documents: {
    ...tooMany('Too many documents are being downloaded at the same time', 1),
    source: ENGINE,
  },

  large_headers: {
    status: 431,
    code: 'headers_too_large',
    message: 'The headers are larger than 16 KiB',
    source: 'RFC 6585, 5',
  },

  // Faults of the service.
  internal_error: {
    status: 500,
    code: 'internal_error',
    message: 'Something went wrong on our side; the request id helps to find it',
    source: ENGINE,
  },
  /*
   * If the connection to the database breaks during a commit, it is unknown whether the batch was stored. The same Idempotency-Key makes it safe
   * to send the request again.
   */
  outage: unavailable(
    'The service is not available now; send the same request again, with the same Idempotency-Key if it has one',
    5,
  ),
  long_read: unavailable(
    'This read was canceled after {seconds} s; narrow its filters, or send it again when the service is less busy',
    5,
  ),
  preview_pending: unavailable(
    'The preview was not rendered in time, because the engine is busy; send the request again',
    5,
  ),
  many_bodies: unavailable(
    'Too many large requests are being received; send the same request again, with the same Idempotency-Key if it has one',
    2,
  ),
  many_sessions: unavailable('Too many sessions are being created; try again in a few seconds', 2),
} as const satisfies Readonly<Record<string, Entry>>;

export type ApiErrorName = keyof typeof API_ERRORS;
/** The entries whose name is the code of a refused correction. */
export type CorrectionErrorName = Extract<ApiErrorName, CorrectionRefusal>;
export type ApiErrorCode = (typeof API_ERRORS)[ApiErrorName]['code'];
