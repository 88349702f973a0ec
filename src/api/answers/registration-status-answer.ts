import type { RegistrationStatusView } from '../../contracts/answers.ts';
import type { BothRegistersStatus, SiiStatusView } from '../../contracts/v2/registration-status.ts';
import type {
  IncidentCause,
  StoredRegistrationStatus,
  StoredSiiStatus,
} from '../reads/registration-status.ts';

/**
 * Texts for clients for the reasons why the outcome of a message is unknown (`UnknownReason`, and
 * reasons found before a message is sent). They contain no addresses and no error text of the
 * network.
 */
const UNKNOWN_REASONS: Readonly<Record<string, string>> = {
  refused: 'AEAT cannot be reached',
  tls: "AEAT's certificate or the issuer's was not accepted",
  certificate: "There is no valid certificate for the issuer's records",
  redirected: 'AEAT does not accept the certificate',
  timeout: 'AEAT did not answer in time',
  reset: 'AEAT closed the connection before it answered',
  truncated: "AEAT's answer is incomplete",
  http_status: "AEAT's service answers with an error",
  register_silent: "AEAT's register does not show whether AEAT received a message",
  registered: "AEAT's register contains records of a message whose answer was lost",
};
const UNREADABLE = "AEAT's answer could not be read";
const NOT_SENT = ['late', 'aborted', 'another_database'];

/** Converts a stored status into the API's format. */
export function buildRegistrationStatus(stored: StoredRegistrationStatus): RegistrationStatusView {
  const { issuer_nif, pending, oldest_pending_at, incident_since: since, cause, last_answer_at } = stored;
  const incident = since === null || cause === null ? null : { since, reason: explainIncident(cause) };
  return { issuer_nif, pending, oldest_pending_at, incident, last_answer_at };
}

const WITHOUT_RECORDS = { pending: 0, oldest_pending_at: null, incident: null, last_answer_at: null };

/**
 * Joins the statuses of both registers, by issuer.
 * @returns one item for each issuer that has either, sorted by NIF.
 */
export function joinRegisters(
  records: readonly RegistrationStatusView[],
  entries: readonly StoredSiiStatus[],
): BothRegistersStatus[] {
  const statusOf = new Map(records.map((status) => [status.issuer_nif, status]));
  const entriesOf = new Map(entries.map((status) => [status.issuer_nif, status]));
  return [...new Set([...statusOf.keys(), ...entriesOf.keys()])]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((nif) => {
      const inSii = entriesOf.get(nif);
      return {
        ...(statusOf.get(nif) ?? { issuer_nif: nif, ...WITHOUT_RECORDS }),
        sii: inSii === undefined ? null : buildSiiStatus(inSii),
      };
    });
}

function buildSiiStatus({
  issuer_nif: _nif,
  halted_at: since,
  halted_reason: reason,
  ...status
}: StoredSiiStatus): SiiStatusView {
  return { ...status, halted: since === null || reason === null ? null : { since, reason } };
}

function explainIncident({
  haltedReason,
  isCompared,
  outcome,
  reason,
  code,
  message,
}: IncidentCause): string {
  if (haltedReason !== null) return `Nothing is sent until an operator resumes the chain: ${haltedReason}`;
  if (isCompared) return "The records are compared with AEAT's register before anything more is sent";
  if (outcome === 'fault')
    return `AEAT refuses the message: ${message ?? `error ${code ?? 'without a code'}`}`;
  if (outcome === 'answered') return "AEAT's answer does not cover all records";
  if (reason === null || NOT_SENT.includes(reason)) return 'The message was not sent in time';
  return UNKNOWN_REASONS[reason] ?? UNREADABLE;
}
