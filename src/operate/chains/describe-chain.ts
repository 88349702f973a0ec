import type { RemissionSummary } from './remissions.ts';
import type { JobLogEntry } from '../../platform/jobs/job-log.ts';
import { describePause, type Pause } from '../../platform/jobs/pauses.ts';
import type { JobStatus } from '../../platform/jobs/job-status.ts';
import { describeFailures } from './describe-failures.ts';
import { describeLease, describeNextMessage, findNextTry } from './describe-next-try.ts';

/*
 * Describes a chain for operators: its state, the reason, what happens next, and what the operator
 * can do.
 */

const formatTime = (time: number) => new Date(time).toISOString();
const count = (records: number) => `${records} ${records === 1 ? 'record' : 'records'}`;

/**
 * What Redis knows about the work on a chain: null if nothing, 'unknown' if Redis is unavailable.
 */
export type KnownJobStatus = (JobStatus & { readonly pause: Pause | null }) | null | 'unknown';

/**
 * Returns whether a chain waits for its comparison with AEAT. A halted chain waits for an operator
 * first.
 */
function isUncompared({ compareSince, haltedReason }: RemissionSummary): boolean {
  return compareSince !== null && haltedReason === null;
}

/** Returns whether workers have work in a chain. A halted chain waits for an operator. */
export function isWorkedOn(chain: RemissionSummary): boolean {
  return chain.haltedReason === null && (chain.compareSince !== null || chain.pending > 0);
}

/**
 * Returns the lines of `npm run engine -- chains` about a chain.
 * @param whySuperseded reason why the database is superseded; null if it is active.
 */
export function describeChain(
  chain: RemissionSummary,
  now: number,
  known: KnownJobStatus,
  whySuperseded: string | null = null,
): string[] {
  const { chainId, organizationId, issuerNif, records, pending } = chain;
  const { haltedAt, haltedReason, isRetired } = chain;
  const next = pending > 0 ? findNextTry(chain, now) : null;
  return [
    [
      `chain ${chainId}  organization ${organizationId}  issuer ${issuerNif}  ${records} records, ${pending} pending`,
      ...(next === null ? [] : [`next message ${formatTime(next)}`]),
      ...(isUncompared(chain) ? ['waits for its comparison with AEAT'] : []),
      ...(isRetired ? ['retired'] : []),
    ].join(', '),
    ...describeLease(chain, now),
    ...(isQueuePaused(known) ? [] : describeNextMessage(chain, now)),
    ...describeFailures(chain, now),
    ...(haltedReason === null
      ? []
      : [
          `    HALTED${haltedAt === null ? '' : ` since ${formatTime(haltedAt)}`}: ${haltedReason}`,
          whySuperseded === null ? `    ${adviseHalted(chain)}` : SEE_FIRST_LINE,
        ]),
    ...(isWorkedOn(chain) ? describePaused(known) : []),
    ...(isUncompared(chain) ? describeWait(chain, now, known, whySuperseded) : []),
    ...(isWorkedOn(chain) ? describeFault(chain, known) : []),
  ];
}

/** Returns what an operator can do about a halted chain. */
export function adviseHalted({
  chainId,
  compareSince,
}: Pick<RemissionSummary, 'chainId' | 'compareSince'>): string {
  const resume = `npm run engine -- chains resume ${chainId}`;
  return compareSince === null
    ? `When the cause of the halt is corrected: ${resume}`
    : `${resume} compares it with AEAT again; npm run engine -- chains renew ${chainId} --reason … starts a new chain for its issuer, which cannot be undone`;
}

const SEE_FIRST_LINE = '    to do: see the first line';

function describeWait(
  chain: RemissionSummary,
  now: number,
  known: KnownJobStatus,
  whySuperseded: string | null,
): string[] {
  const { chainId, compareSince } = chain;
  const start = `    CLOSED since ${formatTime(compareSince!)}: nothing is issued or sent in it until it is compared with AEAT's register`;
  if (known === 'unknown')
    return [
      start,
      "    why: unknown, because Redis, which has the reason, is not available (REDIS_URL). The worker's log has the reason, too",
      '    next: a worker queries AEAT as soon as it reaches Redis',
      `    to do: ${adviseWait(chainId, true)}`,
    ];
  if (whySuperseded !== null) return [start, `    why: ${whySuperseded}`, SEE_FIRST_LINE];
  const comparison = sinceMarked(chain, known?.comparison ?? null);
  if (comparison !== null) return [start, ...describeComparison(comparison)];
  if (known?.pause) return [start, '    why: AEAT is not queried while the queue remission is paused'];
  const wait = sinceMarked(chain, known?.wait ?? null);
  const hasFailed = sinceMarked(chain, known?.failure ?? null) !== null;
  return [
    start,
    `    why: ${explainWait(wait, hasFailed)}`,
    describeNext(chain, now),
    `    to do: ${adviseWait(chainId, wait !== null || hasFailed)}`,
  ];
}

/**
 * Ignores an entry that was written before the chain was marked for comparison, because it concerns
 * an earlier wait.
 */
function sinceMarked<T extends { readonly at: number }>(
  { compareSince }: RemissionSummary,
  written: T | null,
): T | null {
  return written !== null && written.at < (compareSince ?? 0) ? null : written;
}

function describeComparison({ at, month, pages, records }: NonNullable<JobStatus['comparison']>): string[] {
  const seen = pages === 1 ? '1 page' : `${pages} pages`;
  return [
    `    why: a worker compares it now; it has read ${seen} of AEAT's register so far, with ${count(records)}, up to the month ${month} (at ${formatTime(at)})`,
    '    next: after the comparison the chain continues, is halted, or waits for another comparison',
    '    to do: nothing yet',
  ];
}

function describeNext({ compareAfter }: RemissionSummary, now: number): string {
  const when =
    compareAfter !== null && compareAfter > now ? `again at ${formatTime(compareAfter)}` : 'at once';
  return `    next: a worker queries AEAT ${when}; then the chain continues, is halted, or waits for another comparison`;
}

/** While the queue is paused, no worker processes the chain, whatever else is known of it. */
function describePaused(known: KnownJobStatus): string[] {
  if (known === 'unknown' || !known?.pause) return [];
  return [`    ${describePause(known.pause)}; npm run engine -- audit --act queue.pause shows who paused it`];
}

/** Describes the last failure of a worker at a chain, independently of AEAT's answers. */
function describeFault(chain: RemissionSummary, known: KnownJobStatus): string[] {
  const failure = known === 'unknown' ? null : sinceMarked(chain, known?.failure ?? null);
  if (failure === null) return [];
  return [
    `    FAILED at ${formatTime(failure.at)}: ${failure.text}. A worker retries it; its log has more details`,
  ];
}

/**
 * A new chain is not recommended before AEAT was asked, because its answer usually lets the chain
 * continue.
 */
function adviseWait(chainId: number, isReasonKnown: boolean): string {
  return isReasonKnown
    ? `remove the cause given above (docs/backup.md, "AEAT does not answer"). If you cannot wait: npm run engine -- chains renew ${chainId} --reason … starts a new chain, which cannot be undone`
    : 'nothing yet';
}

function explainWait(wait: JobLogEntry | null, hasFailed: boolean): string {
  if (wait !== null) return `${wait.text} (queried at ${formatTime(wait.at)})`;
  if (hasFailed) return 'a worker failed during the comparison, see below';
  return 'AEAT has not been queried or has not answered yet. If this persists, no worker serves the queue remission';
}

/**
 * Describes what happens to a halted chain that an operator has resumed.
 * @param chain the chain before it was resumed.
 */
export function describeResumed({
  chainId,
  issuerNif,
  pending,
  compareSince,
  isRetired,
}: RemissionSummary): string {
  const name = `Chain ${chainId} of issuer ${issuerNif}`;
  if (compareSince !== null)
    return `${name} is compared with AEAT next, and nothing is issued or sent in it until then. If AEAT still has records that the database lacks, it is halted again; then restore newer data, or run npm run engine -- chains renew ${chainId}`;
  const next = pending > 0 ? `its ${count(pending)} are sent to AEAT` : 'it has no records to send';
  return isRetired
    ? `${name} stays retired: ${next}, nothing is issued in it`
    : `${name} is resumed: ${next}`;
}

/** Explains why a chain that is not halted cannot be resumed, and what happens to it instead. */
export function explainNotHalted({
  chainId,
  pending,
  compareSince,
  isRetired,
}: Pick<RemissionSummary, 'chainId' | 'pending' | 'compareSince' | 'isRetired'>): string {
  const start = `Chain ${chainId} is not halted`;
  if (compareSince !== null)
    return `${start}: it waits for its comparison with AEAT, which workers retry without an order. npm run engine -- chains shows why it waits`;
  return isRetired ? `${start}: it is retired permanently${describeRest(pending)}` : start;
}

/** Explains why no decision can be made about a retired chain. */
export function explainRetired({ chainId, pending }: Pick<RemissionSummary, 'chainId' | 'pending'>): string {
  return `Chain ${chainId} is retired permanently: nothing is issued in it any more, so it cannot be compared or renewed${describeRest(pending)}`;
}

function describeRest(pending: number): string {
  return pending > 0
    ? `, and its last ${count(pending)} ${pending === 1 ? 'is' : 'are'} sent to AEAT without an order`
    : '';
}

/** The line about the paused queue already states when it continues. */
function isQueuePaused(known: KnownJobStatus): boolean {
  return known !== null && known !== 'unknown' && known.pause !== null;
}
