import type { BatchTruth } from './statements/job-truths.ts';
import type { LastTry, RemissionSummary } from '../operate/chains/remissions.ts';
import { explainTry } from '../operate/chains/describe-failures.ts';
import { findNextTry } from '../operate/chains/describe-next-try.ts';
import { countOf, formatMoment } from './finding.ts';

/* Describes the current state of a chain or batch in a few words for a place beside its name. */

const LONGEST_REASON = 200;

/**
 * Describes a chain:
 * `30,002 records wait, AEAT answers 503 since 10:02 UTC, next attempt 10:04 UTC`.
 */
export function describeChainNow(chain: RemissionSummary, now: number): string {
  const { chainId, pending, haltedReason, compareSince, compareAfter, incidentSince, lastTry } = chain;
  const time = (at: number) => formatMoment(at, now);
  const waiting = `${countOf(pending, 'record')} ${pending === 1 ? 'waits' : 'wait'}`;
  if (haltedReason !== null) {
    const reason = shorten(haltedReason.replace(/^AEAT (?=\d)/, ''));
    return `halted by ${reason}; npm run engine -- chains resume ${chainId}`;
  }
  if (compareSince !== null) {
    const next = compareAfter !== null && compareAfter > now ? `again at ${time(compareAfter)}` : 'now';
    return `has waited for its comparison with AEAT since ${time(compareSince)}; a worker queries AEAT ${next}`;
  }
  const next = findNextTry(chain, now);
  if (pending === 0) return 'no record is waiting';
  if (incidentSince !== null) {
    const why = lastTry === null ? 'AEAT does not answer' : shorten(explainInShort(lastTry));
    return `${waiting}, ${why} since ${time(incidentSince)}, next attempt ${next === null ? 'now' : time(next)}`;
  }
  return `${waiting}, next message ${next === null ? 'now' : time(next)}`;
}

/** Describes a batch: `issued, 12 PDFs are missing`. */
export function describeBatchNow(
  { organizationId, isProcessed, pausedAt, missing }: BatchTruth,
  now: number,
): string {
  const isHeld = pausedAt !== null && (!isProcessed || missing > 0);
  const held = isHeld
    ? `; organization ${organizationId} has been paused since ${formatMoment(pausedAt, now)}`
    : '';
  if (!isProcessed) return `not issued yet${held}`;
  if (missing === 0) return 'issued, with all its PDFs';
  return `issued, ${countOf(missing, 'PDF')} ${missing === 1 ? 'is' : 'are'} missing${held}`;
}

/** Explains the last attempt in short words. */
function explainInShort(lastTry: LastTry): string {
  return explainTry(lastTry).replace(/^HTTP status (?=\d)/, 'AEAT answers ');
}

function shorten(text: string): string {
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text;
}
