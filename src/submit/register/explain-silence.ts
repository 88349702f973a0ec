import type { ConsultOutcome, UnknownReason } from '../aeat/outcome.ts';

/*
 * Why AEAT's register does not tell: in words for whoever waits for it, without AEAT's own, which repeat names.
 */

/** Its answer holds something that cannot be read. */
export const PART_UNREADABLE = "AEAT's answer could not be read: a part of it is missing or unknown";

const UNREADABLE = "AEAT's answer could not be read";
const REASONS: Readonly<Record<UnknownReason, string>> = {
  refused: 'AEAT cannot be reached',
  tls: "AEAT's certificate or ours was not taken",
  timeout: 'AEAT did not answer in time',
  reset: 'AEAT broke the connection off',
  not_http: UNREADABLE,
  redirected: 'AEAT sends us elsewhere, as it does who shows no suitable certificate',
  http_status: 'AEAT answers with an error',
  not_xml: UNREADABLE,
  truncated: UNREADABLE,
  too_large: UNREADABLE,
  wrong_namespace: UNREADABLE,
  late: 'The question was not sent in time',
  aborted: 'The worker stopped before AEAT answered',
};

/** Why AEAT's register did not tell, in words. */
export function explainSilence(outcome: Exclude<ConsultOutcome, { kind: 'answered' }>): string {
  if (outcome.kind === 'unknown') return `${REASONS[outcome.reason]}: ${outcome.detail}`;
  return `AEAT refuses the question: fault ${outcome.fault.code ?? 'without a code'}`;
}
