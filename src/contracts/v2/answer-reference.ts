import type { API_ERRORS, ApiErrorName } from '../api-error-catalogue.ts';
import type { CodeEntry } from './code-entry.ts';

/*
 * The reference of the codes of error answers (`error.code`), apart from the codes of their
 * details. `/api/v2/codes` prints it; the meaning of an entry is the `title` of its problem (RFC
 * 9457), and its address the `type`.
 */

type Answered = (typeof API_ERRORS)[ApiErrorName];
/** The codes of error answers in version 2. */
export type AnswerCode = Answered['code'] | Extract<Answered, { inV2: object }>['inV2']['code'];

const entry = (meaning: string, remedy: string, article: string | null = null): CodeEntry => ({
  meaning,
  article,
  remedy,
});

export const ANSWER_ENTRIES: Readonly<Record<AnswerCode, CodeEntry>> = {
  bad_request: entry(
    'The request cannot be read.',
    'Correct the body or the parameter that the message names.',
  ),
  unauthorized: entry(
    'The request is not authenticated.',
    'Send the API key or a session token that is valid; the message says what is wrong with the one that you sent.',
  ),
  forbidden: entry(
    'The API key lacks a right.',
    'Ask the operator of the engine for the right that the message names.',
  ),
  not_found: entry('The organization has no such resource.', 'Correct the path.'),
  method_not_allowed: entry('The path does not support the method.', 'Use one of the methods in `Allow`.'),
  request_timeout: entry('The request arrived too slowly.', 'Send the request again, with the same key.'),
  not_ready: entry('What was asked for does not exist yet.', 'Send the request again after `Retry-After`.'),
  payload_too_large: entry(
    'The body is too large.',
    'Divide the batch into several, each with a key of its own.',
  ),
  unsupported_media_type: entry(
    'The body has a type or an encoding that the engine does not read.',
    'Send `application/json` in UTF-8, uncompressed or with `Content-Encoding: gzip` or `zstd`.',
  ),
  missing_idempotency_key: entry('The header `Idempotency-Key` is missing.', 'Send a UUID in it.'),
  invalid_idempotency_key: entry(
    'The idempotency key is not a UUID, or belongs to another request.',
    'Use a new key for a new request.',
  ),
  validation_failed: entry(
    'The body is not what the operation needs. Nothing was stored.',
    'Correct the members that the details name.',
  ),
  unprocessable_content: entry(
    'What was asked for will not exist.',
    'Do not send the request again; the message contains the reason.',
  ),
  not_issued: entry(
    'The invoice is not issued, so it cannot be corrected, or its creation did not issue it.',
    'After 409 send the request again after `Retry-After`. After 422 there is nothing to correct; send a corrected invoice with a new `Idempotency-Key`.',
  ),
  not_registered: entry(
    'The invoice has no registration record.',
    'There is nothing to correct.',
    'RD 1007/2023',
  ),
  not_answered_yet: entry(
    'AEAT has not answered the last record of the invoice.',
    'Send the request again after `Retry-After`.',
  ),
  nothing_to_correct: entry('AEAT has accepted the record without errors.', 'There is nothing to correct.'),
  already_annulled: entry('The invoice is annulled.', 'There is nothing to correct.'),
  corrected_by_others: entry('Other invoices correct or replace the invoice.', 'Annul those first.'),
  annulment_refused: entry(
    'AEAT refused the annulment of the invoice.',
    'Send the record again with `resend`.',
  ),
  register_unclear: entry('AEAT reports a duplicate of the record.', 'Ask the operator of the engine.'),
  recipient_not_applicable: entry(
    'The invoice has no recipient to whom `recipient_outside_census` could apply.',
    'Send the request without that member.',
    'AEAT, error 2001',
  ),
  chain_suspended: entry(
    'The chain is being compared with the register of AEAT.',
    'Ask the operator of the engine.',
  ),
  chain_halted: entry('The chain is halted.', 'Ask the operator of the engine.'),
  too_many_endpoints: entry(
    'The organization has the maximum number of webhook endpoints.',
    'Remove one first.',
  ),
  not_creditable: entry(
    'The invoice cannot be credited: it is annulled, replaced or substituted, or was rectified too often.',
    'Credit the invoice that the message names, or rectify it with an invoice that you write.',
  ),
  not_payable: entry(
    'The payment cannot be recorded or cancelled: the invoice is annulled or has too many payments, or the payment is a counter-entry.',
    'Do as the message says.',
  ),
  not_in_spfe: entry(
    'The invoice has no delivery to the public solution of electronic invoices.',
    'Ask the operator of the engine to decide about its issuer (`org spfe`).',
    'RD 238/2026',
  ),
  wrong_spfe_state: entry(
    'The state of the delivery does not allow the order.',
    'Do as the message says.',
    'Orden HAC/1028/2026',
  ),
  not_in_default: entry(
    'The invoice is not in default, or a default is reported.',
    'Do as the message says.',
    'Orden HAC/1028/2026, art. 7',
  ),
  too_many_events: entry(
    'The span has more events than one request replays.',
    'Replay shorter spans one after another.',
  ),
  replay_waiting: entry(
    'Too many events wait for the webhook endpoint.',
    'Replay when they have been delivered.',
  ),
  endpoint_disabled: entry('The webhook endpoint receives no events.', 'Enable it first.'),
  test_waiting: entry(
    'The last test event of the webhook endpoint has not arrived yet.',
    'Read `last_failure` of the endpoint.',
  ),
  too_many_requests: entry(
    'A limit was exceeded.',
    'Send the request again after `Retry-After`, with the same key.',
  ),
  headers_too_large: entry('The headers are too large.', 'Send fewer or shorter headers.'),
  internal_error: entry(
    'The engine has a fault.',
    'Send the request again a few times, with the same key; then give the operator the `request_id`.',
  ),
  service_unavailable: entry(
    'A dependency of the engine is down, or a read took too long.',
    'Send the request again after `Retry-After`, with the same key.',
  ),
};

/** What the anchor of an entry begins with; codes of details can have the same names. */
export const ANSWER_ANCHOR = 'error-';
