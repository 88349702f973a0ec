import { findNextTry } from './describe-next-try.ts';
import type { LastTry, RemissionSummary } from './remissions.ts';

/*
 * Explains why the records of an open chain do not reach AEAT: the outcome of the last attempt, and
 * the remedy.
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
  const since = `    incident since ${formatTime(incidentSince)}, ${failures} ${failures === 1 ? 'failure' : 'failures'} in a row`;
  // Other lines explain a halted chain and a chain that waits for its comparison.
  if (haltedReason !== null || chain.compareSince !== null || lastTry === null) return [since];
  const next = findNextTry(chain, now);
  return [
    since,
    `    why: ${explainTry(lastTry)} (attempt at ${formatTime(lastTry.at)})`,
    `    next: a worker that serves the queue remission retries it ${next === null ? 'at once' : `at ${formatTime(next)}`}, until it succeeds`,
    `    to do: ${adviseTry(chain, lastTry)}`,
  ];
}

const formatTime = (time: number) => new Date(time).toISOString();

/** Explains the outcome of the last message of a chain. */
export function explainTry({ outcome, code, message }: LastTry): string {
  if (outcome === 'answered') return "AEAT's answer does not cover all records";
  if (outcome === 'unknown') return message ?? 'the outcome of the message is unknown';
  return `AEAT ${code ?? 'without a code'}: ${message ?? 'no text'}`;
}

/**
 * Returns whether a person must act before messages of a chain can reach AEAT, because waiting does
 * not help.
 */
export function needsPerson({ outcome, reason }: LastTry): boolean {
  return outcome === 'unknown' && [...OF_CERTIFICATE, ...OF_ANOTHER_SERVICE].includes(reason!);
}

/** Returns what an operator can do about a failed message. */
export function adviseTry(
  { organizationId }: Pick<RemissionSummary, 'organizationId'>,
  { outcome, reason, message }: LastTry,
): string {
  if (outcome !== 'unknown')
    return 'nothing: workers retry the message; if the failure persists, read the notices of AEAT';
  if (OF_CERTIFICATE.includes(reason!))
    return `npm run engine -- org certificate list ${organizationId}; then start the workers with the CERTIFICATE_KEY that encrypted it, or add a valid certificate that AEAT accepts (a seal: at AEAT_SEAL_URL)`;
  if (OF_ANOTHER_SERVICE.includes(reason!))
    return 'check whether AEAT_URL points to AEAT, and whether a server in between answers instead';
  if (OF_THE_ENVELOPE.includes(reason!)) return 'nothing yet';
  if (reason === 'http_status' && OWN_FAILURE.test(message ?? ''))
    return 'nothing: the service of AEAT fails, and workers retry the message';
  return 'nothing while AEAT is unavailable; otherwise repair the network from the workers to AEAT_URL';
}
