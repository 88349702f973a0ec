import { findNextTry } from './describe-next-try.ts';
import type { LastTry, RemissionSummary } from './remissions.ts';

/*
 * Explains why the records of an open chain do not reach AEAT: the outcome of the last attempt, and the
 * remedy.
 */

/** Reasons of an attempt with an unknown outcome (submission_attempts), grouped by remedy. */
/** AEAT's own failures, which are temporary. */
const OWN_FAILURE = /\bHTTP status 5\d\d\b/;
const OF_CERTIFICATE = ['certificate', 'tls', 'redirected'];
const OF_ANOTHER_SERVICE = ['not_http', 'not_xml', 'wrong_namespace', 'too_large'];
const OF_THE_ENVELOPE = ['registered', 'late', 'aborted', 'another_database'];

/** Returns the lines about a chain whose last attempts failed. */
export function describeFailures(chain: RemissionSummary, now: number): string[] {
  const { failures, incidentSince, lastTry, haltedReason } = chain;
  if (incidentSince === null) return [];
  const since = `    incident since ${tell(incidentSince)}, ${failures} ${failures === 1 ? 'failure' : 'failures'} in a row`;
  // Other lines explain a halted chain and a chain that waits for its comparison.
  if (haltedReason !== null || chain.compareSince !== null || lastTry === null) return [since];
  const next = findNextTry(chain, now);
  return [
    since,
    `    why: ${explainTry(lastTry)} (tried at ${tell(lastTry.at)})`,
    `    next: it is tried again ${next === null ? 'at once' : `at ${tell(next)}`}, by a worker that serves the queue remission, for as long as it takes`,
    `    to do: ${adviseTry(chain, lastTry)}`,
  ];
}

const tell = (time: number) => new Date(time).toISOString();

/** Explains the outcome of the last message of a chain. */
export function explainTry({ outcome, code, message }: LastTry): string {
  if (outcome === 'answered') return "AEAT's answer does not cover all records";
  if (outcome === 'unknown') return message ?? 'nothing is known of the message';
  return `AEAT ${code ?? 'without a code'}: ${message ?? 'no text'}`;
}

/**
 * Returns whether a person must act before messages of a chain can reach AEAT, because waiting does not help.
 */
export function needsPerson({ outcome, reason }: LastTry): boolean {
  return outcome === 'unknown' && [...OF_CERTIFICATE, ...OF_ANOTHER_SERVICE].includes(reason!);
}

/** Returns what an operator can do about a failed message. */
export function adviseTry(
  { organizationId }: Pick<RemissionSummary, 'organizationId'>,
  { outcome, reason, message }: LastTry,
): string {
  if (outcome !== 'unknown') return 'nothing: AEAT is asked again by itself; look at its notices if it stays';
  if (OF_CERTIFICATE.includes(reason!))
    return `npm run engine -- org certificate list ${organizationId}; then start the workers with the CERTIFICATE_KEY that sealed it, or add a certificate that is valid now and AEAT takes (a seal: at AEAT_SEAL_URL)`;
  if (OF_ANOTHER_SERVICE.includes(reason!))
    return 'look whether AEAT_URL leads to AEAT, and whether something in between answers instead';
  if (OF_THE_ENVELOPE.includes(reason!)) return 'nothing yet';
  if (reason === 'http_status' && OWN_FAILURE.test(message ?? ''))
    return 'nothing: AEAT answers with its own failure, it is tried again by itself';
  return 'nothing while AEAT is away; else mend the way from the workers to AEAT_URL';
}
