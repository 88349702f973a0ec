import { badRequest, ENGINE, type Entry, notFound, unavailable, unprocessable } from '../error-entries.ts';

/* The errors of the lists, recipient profiles and webhook endpoints of version 2, a part of the catalogue in `api-error-catalogue.ts`. */

export const READ_ERRORS = {
  // Parameters.
  wrong_date: badRequest('{name} must be a date, such as 2026-11-20', ENGINE),
  wrong_limit: badRequest('limit must be an integer between 1 and {most}', ENGINE),
  wrong_cursor: badRequest(
    'cursor is not a cursor of this list with these filters; send the next_cursor of the page before, unchanged and with the same filters, or begin without a cursor',
    ENGINE,
  ),
  several_metadata: badRequest('Only one pair of metadata can be a filter: metadata[key]=value', ENGINE),
  unanswered_filters: badRequest(
    'No index answers this combination of filters: number_serie, issue_date_from and issue_date_to also need issuer_nif, external_invoice_id, recipient_document or metadata; all other combinations are answered',
    ENGINE,
  ),

  // Profiles of recipients.
  unknown_recipient_profile: notFound('The recipient has no profile', ENGINE),
  wrong_recipient_number: badRequest(
    'The number in the path must be a NIF without ES and with its right check character, a VAT number of another member state with its prefix, or a tax number of another country with 1 to 20 letters and digits',
    ENGINE,
  ),

  // Webhook endpoints that are not found, created or tested.
  unknown_endpoint: notFound('Webhook endpoint not found', ENGINE),
  many_endpoints: unprocessable(
    'too_many_endpoints',
    'The organization has {most} webhook endpoints, which is the maximum; remove one first',
    ENGINE,
  ),
  endpoint_disabled: unprocessable(
    'endpoint_disabled',
    'The webhook endpoint is disabled and receives no events; enable it first',
    ENGINE,
  ),
  test_waiting: unprocessable(
    'test_waiting',
    'The last test event of this webhook endpoint has not arrived yet; last_failure of the endpoint has the reason',
    ENGINE,
  ),
  no_sealing_key: unavailable(
    'Webhook endpoints cannot get secrets now: no worker has published a key since the operator set CERTIFICATE_KEY',
    60,
  ),
} as const satisfies Readonly<Record<string, Entry>>;
