import type { ApiVersion, CorrectionRefusal } from './codes.ts';
/*
 * Every error answer of the API: `{"error":{"code":…,"message":…}}` with its status. Code that
 * refuses a request calls `apiError` with the name of an entry and the values of the holes in its
 * message, which `messages/request-errors.ts` and `messages/state-errors.ts` have under the same
 * name. A test checks that docs/api.md lists every entry.
 *
 * Status, code and message of an entry are a promise to clients: entries may be added but never
 * changed.
 */

/** An error answer. */
type Entry = {
  readonly status: number;
  readonly code: string;
  /** The document that contains the rule. */
  readonly source: string;
  /**
   * `Retry-After` in seconds, unless the refusal has its own value. Absent if sending the request
   * again does not help or if the message contains the time.
   */
  readonly retryAfterSeconds?: number;
  /**
   * The status and the code in version 2, if they differ: "not yet" is 409 there, while 422 means
   * that the request cannot succeed.
   */
  readonly inV2?: { readonly status: number; readonly code: string };
};

const API = 'API v1';
const ENGINE = 'this engine';
const JSON_RULES = 'RFC 8259';
const AEAT = 'AEAT, matrix of operations';
const SPFE = 'Orden HAC/1028/2026, arts. 3.5, 5.5, 5.6 and 7';
const ELECTRONIC = 'EN 16931; Facturae 3.2.2; RD 1619/2012, art. 6';

const badRequest = (source: string) => ({ status: 400, code: 'bad_request', source }) as const;
const unauthorized = (source = API) => ({ status: 401, code: 'unauthorized', source }) as const;
const notFound = (source: string) => ({ status: 404, code: 'not_found', source }) as const;
const unsupported = (source: string) => ({ status: 415, code: 'unsupported_media_type', source }) as const;
const unprocessable = <C extends string>(code: C, source: string) => ({ status: 422, code, source }) as const;
const correction = <C extends CorrectionRefusal>(code: C, source: string) => unprocessable(code, source);
const tooEarly = <C extends string>(code: C) =>
  ({ retryAfterSeconds: 5, inV2: { status: 409, code } }) as const;
const notReady = (source: string) =>
  ({ ...unprocessable('unprocessable_content', source), ...tooEarly('not_ready') }) as const;
const tooMany = (retryAfterSeconds?: number) =>
  ({
    status: 429,
    code: 'too_many_requests',
    source: API,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }) as const;
const unavailable = (retryAfterSeconds: number) =>
  ({ status: 503, code: 'service_unavailable', source: ENGINE, retryAfterSeconds }) as const;

export const API_ERRORS = {
  // Requests that are not valid HTTP or are ambiguous.
  not_http: badRequest('RFC 9112'),
  http_version: badRequest('RFC 9112'),
  transfer_encoding_in_http_1_0: badRequest('RFC 9112, 6.1'),
  repeated_header: badRequest('RFC 9110, 5.3'),
  missing_host: badRequest('RFC 9112, 3.2'),
  wrong_host: badRequest('RFC 9110, 7.2'),
  two_hosts: badRequest('RFC 9112, 3.2.2'),
  fragment: badRequest('RFC 9112, 3.2'),
  unreadable_request: badRequest('RFC 9110'),

  // Bodies.
  connection_closed: badRequest('RFC 9112, 8'),
  too_many_pieces: badRequest(ENGINE),
  wrong_length: badRequest('RFC 9112, 6.3'),
  wrong_coding: badRequest('RFC 9110, 8.4'),
  large_zstd_window: badRequest('RFC 9659, 3'),
  empty_body: badRequest(JSON_RULES),
  byte_order_mark: badRequest('RFC 8259, 8.1'),
  not_utf8: badRequest('RFC 8259, 8.1'),
  too_deep: badRequest('RFC 8259, 9'),
  not_json: badRequest(JSON_RULES),
  duplicate_member: badRequest('RFC 8259, 4'),

  // Parameters, and the body of a request for a session.
  session_not_object: badRequest(API),
  api_key_missing: badRequest(API),
  api_key_not_text: badRequest(API),
  api_key_blank: badRequest(API),
  key_is_no_session: badRequest(ENGINE),
  small_parameter: badRequest(API),
  parameter_out_of_range: badRequest(API),
  unknown_parameter: badRequest(ENGINE),
  unknown_field: badRequest(ENGINE),
  repeated_parameter: badRequest(ENGINE),
  unknown_choice: badRequest(ENGINE),
  blank_parameter: badRequest(ENGINE),
  long_parameter: badRequest(ENGINE),
  parameter_with_nul: badRequest(ENGINE),
  wrong_month: badRequest(ENGINE),
  wrong_time: badRequest(ENGINE),
  unclear_search: badRequest(ENGINE),
  many_issuers: badRequest(ENGINE),
  book_period: badRequest('RIVA, art. 63; Orden HAC/773/2019'),
  joint_book: badRequest('Orden HAC/773/2019, art. 12'),

  // Authentication, rights and paths.
  missing_authorization: unauthorized(),
  invalid_token: unauthorized(),
  invalid_api_key: unauthorized(),
  missing_credentials: unauthorized(ENGINE),
  key_in_other_header: unauthorized(ENGINE),
  several_authorizations: unauthorized('RFC 9110, 5.3'),
  basic_authentication: unauthorized('RFC 7617'),
  without_bearer: unauthorized('RFC 6750, 2.1'),
  malformed_api_key: unauthorized(ENGINE),
  unknown_api_key: unauthorized(ENGINE),
  ended_session: unauthorized(ENGINE),
  webhook_secret_sent: unauthorized(ENGINE),
  unknown_secret: unauthorized(ENGINE),
  token_as_api_key: unauthorized(ENGINE),
  webhook_secret_as_api_key: unauthorized(ENGINE),
  unknown_key_for_session: unauthorized(ENGINE),
  missing_right: { status: 403, code: 'forbidden', source: ENGINE },
  unknown_path: notFound(API),
  unknown_batch: notFound(API),
  unknown_invoice: notFound(API),
  unknown_issuer: notFound(ENGINE),
  no_declaration: notFound('RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15'),
  wrong_method: { status: 405, code: 'method_not_allowed', source: 'RFC 9110, 15.5.6' },
  tunnel: { status: 405, code: 'method_not_allowed', source: 'RFC 9110, 9.3.6' },
  slow_request: { status: 408, code: 'request_timeout', source: 'RFC 9110, 15.5.9' },
  large_body: { status: 413, code: 'payload_too_large', source: ENGINE },
  large_packed_body: { status: 413, code: 'payload_too_large', source: ENGINE },
  wrong_media_type: unsupported(API),
  wrong_charset: unsupported('RFC 8259, 8.1'),
  wrong_content_encoding: unsupported('RFC 9110, 8.4'),
  wrong_transfer_encoding: unsupported('RFC 9112, 6.1'),

  // Batches that are not accepted.
  missing_idempotency_key: unprocessable('missing_idempotency_key', API),
  wrong_idempotency_key: unprocessable('invalid_idempotency_key', API),
  reused_idempotency_key: unprocessable('invalid_idempotency_key', API),
  idempotency_key_of_version: unprocessable('invalid_idempotency_key', ENGINE),
  empty_batch: unprocessable('validation_failed', API),
  large_batch: unprocessable('validation_failed', API),
  wrong_shape: unprocessable('validation_failed', API),
  many_unknown_members: unprocessable('validation_failed', ENGINE),
  many_wrong_items: unprocessable('validation_failed', ENGINE),
  many_containers: unprocessable('validation_failed', ENGINE),
  stored_invoice_failed: unprocessable('not_issued', ENGINE),

  // Invoices that cannot be credited.
  credited_annulled: unprocessable('not_creditable', ENGINE),
  credited_replaced: unprocessable('not_creditable', 'RD 1619/2012, arts. 7.2 and 15'),
  credited_substituted: unprocessable('not_creditable', 'RD 1619/2012, art. 15.5'),
  many_credits: unprocessable('not_creditable', ENGINE),
  many_rectifications: unprocessable('not_creditable', ENGINE),
  credited_meanwhile: tooMany(1),

  // Payments that are not recorded or not cancelled.
  unknown_payment: notFound(ENGINE),
  paid_annulled: unprocessable('not_payable', ENGINE),
  many_payments: unprocessable('not_payable', ENGINE),
  counter_entry: unprocessable('not_payable', ENGINE),
  counter_entry_day: unprocessable('not_payable', ENGINE),
  paid_meanwhile: { ...tooMany(1), source: ENGINE },

  // Orders about deliveries to the SPFE that are not carried out.
  not_in_spfe: unprocessable('not_in_spfe', ENGINE),
  spfe_not_withdrawable: unprocessable('wrong_spfe_state', SPFE),
  spfe_no_copy: unprocessable('wrong_spfe_state', SPFE),
  spfe_not_resendable: unprocessable('wrong_spfe_state', SPFE),
  spfe_without_missing_facts: unprocessable('wrong_spfe_state', ENGINE),
  spfe_fact_known: unprocessable('wrong_spfe_state', ENGINE),
  spfe_default_of_undelivered: unprocessable('wrong_spfe_state', SPFE),
  spfe_default_of_settled: unprocessable('not_in_default', SPFE),
  spfe_default_reported: unprocessable('not_in_default', SPFE),

  // Corrections that are not made.
  correction_not_object: unprocessable('validation_failed', ENGINE),
  correction_member: unprocessable('validation_failed', ENGINE),
  correction_without_reason: unprocessable('validation_failed', ENGINE),
  correction_reason: unprocessable('validation_failed', ENGINE),
  correction_flag: unprocessable('validation_failed', ENGINE),
  invoice_pending: { ...unprocessable('not_issued', ENGINE), ...tooEarly('not_issued') },
  invoice_failed: unprocessable('not_issued', ENGINE),
  without_verifactu: unprocessable('not_registered', ENGINE),
  not_registered: correction('not_registered', ENGINE),
  not_answered_yet: { ...correction('not_answered_yet', AEAT), ...tooEarly('not_answered_yet') },
  nothing_to_correct: correction('nothing_to_correct', AEAT),
  already_annulled: correction('already_annulled', AEAT),
  corrected_by_others: correction('corrected_by_others', ENGINE),
  annulment_refused: correction('annulment_refused', AEAT),
  register_unclear: correction('register_unclear', AEAT),
  recipient_not_applicable: correction('recipient_not_applicable', 'AEAT, error 2001'),
  chain_suspended: correction('chain_suspended', ENGINE),
  unmarked_database: unprocessable('chain_suspended', ENGINE),
  chain_halted: correction('chain_halted', ENGINE),

  // Objects that are not ready yet, or are archived.
  unissued_pending: notReady(API),
  unissued_failed: unprocessable('unprocessable_content', API),
  pdf_pending: notReady(API),
  batch_without_invoices: unprocessable('unprocessable_content', ENGINE),
  batch_pending: notReady(ENGINE),
  pdfs_pending: notReady(ENGINE),
  batch_unfinished: notReady(ENGINE),
  not_expressible: unprocessable('unprocessable_content', ELECTRONIC),
  batch_not_expressible: unprocessable('unprocessable_content', ELECTRONIC),
  facturae_pending: notReady(ENGINE),
  facturae_files_pending: notReady(ENGINE),
  facturae_damaged: unprocessable('unprocessable_content', ENGINE),
  signing_certificate_missing: unprocessable('unprocessable_content', ENGINE),
  signing_certificate_not_valid: unprocessable('unprocessable_content', ENGINE),
  signing_certificate_unusable: unprocessable('unprocessable_content', ENGINE),
  signing_key_not_rsa: unprocessable('unprocessable_content', 'Facturae, política de firma 3.1'),
  signing_key_too_short: unprocessable('unprocessable_content', 'Facturae, política de firma 3.1'),
  signing_third_party_unknown: unprocessable('unprocessable_content', 'Facturae 3.2.2, ThirdParty'),
  preview_failed: unprocessable('unprocessable_content', ENGINE),
  archived_month: unprocessable('unprocessable_content', ENGINE),

  // Parameters.
  wrong_date: badRequest(ENGINE),
  wrong_amount: badRequest(ENGINE),
  wrong_cursor: badRequest(ENGINE),
  several_metadata: badRequest(ENGINE),
  unanswered_filters: badRequest(ENGINE),

  // Series.
  unknown_series: notFound(ENGINE),

  // Profiles of recipients.
  unknown_recipient_profile: notFound(ENGINE),
  wrong_recipient_number: badRequest(ENGINE),

  // Webhook endpoints that are not found, created or tested.
  unknown_endpoint: notFound(ENGINE),
  many_endpoints: unprocessable('too_many_endpoints', ENGINE),
  endpoint_disabled: unprocessable('endpoint_disabled', ENGINE),
  many_events: unprocessable('too_many_events', ENGINE),
  replay_waiting: unprocessable('replay_waiting', ENGINE),
  test_waiting: unprocessable('test_waiting', ENGINE),
  no_sealing_key: unavailable(60),

  // Limits.
  read_rate: tooMany(),
  wrong_tokens: tooMany(),
  wrong_keys: { ...tooMany(), source: ENGINE },
  busy_connections: tooMany(2),
  open_requests: tooMany(1),
  busy_organization: tooMany(2),
  key_in_use: tooMany(1),
  many_creates: tooMany(1),
  cool_down: tooMany(),
  many_failures: tooMany(),
  many_validations: tooMany(1),
  many_corrections: tooMany(1),
  many_previews: { ...tooMany(1), source: ENGINE },
  many_downloads: tooMany(1),
  many_documents: { ...tooMany(1), source: ENGINE },
  many_books: { ...tooMany(10), source: ENGINE },
  many_readiness: { ...tooMany(10), source: ENGINE },

  large_headers: { status: 431, code: 'headers_too_large', source: 'RFC 6585, 5' },

  // Faults of the service.
  internal_error: { status: 500, code: 'internal_error', source: ENGINE },
  /*
   * If the connection to the database breaks during a commit, it is unknown whether the batch was
   * stored. The same Idempotency-Key makes it safe to send the request again.
   */
  outage: unavailable(5),
  long_read: unavailable(5),
  preview_pending: unavailable(5),
  many_bodies: unavailable(2),
  many_sessions: unavailable(2),
} as const satisfies Readonly<Record<string, Entry>>;

export type ApiErrorName = keyof typeof API_ERRORS;
/** The entries whose name is the code of a refused correction. */
export type CorrectionErrorName = Extract<ApiErrorName, CorrectionRefusal>;
export type ApiErrorCode = (typeof API_ERRORS)[ApiErrorName]['code'];

/** Returns the status and the code of an error answer in a version of the API. */
export function answerOf(error: ApiErrorName, version: ApiVersion): { status: number; code: string } {
  const entry: Entry = API_ERRORS[error];
  const { status, code } = version === 2 ? (entry.inV2 ?? entry) : entry;
  return { status, code };
}
