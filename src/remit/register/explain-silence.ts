import type { ConsultOutcome, UnknownReason } from 'verifactu-protocol/client/outcome';

/*
 * Reasons why AEAT's register gave no answer, for the operators and clients who wait for it. They
 * do not contain AEAT's own texts, which repeat names.
 */

/** The answer contains a part that cannot be read. */
export const PART_UNREADABLE = "AEAT's answer could not be read: a part of it is missing or unknown";

const UNREADABLE = "AEAT's answer could not be read";
const REASONS: Readonly<Record<UnknownReason, string>> = {
  refused: 'AEAT cannot be reached',
  tls: "AEAT's certificate or ours was not accepted",
  timeout: 'AEAT did not answer in time',
  reset: 'AEAT closed the connection before it answered',
  not_http: UNREADABLE,
  redirected: 'AEAT redirects the request, as it does for clients without a suitable certificate',
  http_status: 'AEAT answers with an error',
  not_xml: UNREADABLE,
  truncated: UNREADABLE,
  too_large: UNREADABLE,
  wrong_namespace: UNREADABLE,
  late: 'The query was not sent in time',
  aborted: 'The worker stopped before AEAT answered',
};

/** Describes why AEAT's register gave no answer. */
export function explainSilence(outcome: Exclude<ConsultOutcome, { kind: 'answered' }>): string {
  if (outcome.kind === 'unknown') return `${REASONS[outcome.reason]}: ${outcome.detail}`;
  return `AEAT refuses the query: fault ${outcome.fault.code ?? 'without a code'}`;
}
