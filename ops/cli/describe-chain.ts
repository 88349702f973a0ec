import type { RemissionSummary } from '../../src/persistence/read/remissions.ts';
import type { Note } from '../../src/queue/notes.ts';
import { describeFailures } from './describe-failures.ts';

/* What an operator is told of a chain: how it stands, why, what happens next, and what can be done. */

const tell = (time: number) => new Date(time).toISOString();
const count = (records: number) => `${records} ${records === 1 ? 'record' : 'records'}`;

/** What is known of why a chain waits: the note of its job, or that Redis, which has it, is away. */
export type KnownReason = Note | null | 'unknown';

/** Whether a chain waits for its comparison with AEAT. A halted one waits for an operator before. */
export function isUncompared({ compareSince, haltedReason }: RemissionSummary): boolean {
  return compareSince !== null && haltedReason === null;
}

/** The lines of `npm run chains` about a chain. @param reason why it waits for its comparison, where it does. */
export function describeChain(chain: RemissionSummary, now: number, reason: KnownReason): string[] {
  const { chainId, organizationId, issuerNif, records, pending } = chain;
  const { nextAllowedAt, haltedAt, haltedReason, isRetired } = chain;
  const waits = pending > 0 && nextAllowedAt !== null && nextAllowedAt > now;
  return [
    [
      `chain ${chainId}  organization ${organizationId}  issuer ${issuerNif}  ${records} records, ${pending} pending`,
      ...(waits ? [`next message ${tell(nextAllowedAt)}`] : []),
      ...(isUncompared(chain) ? ['waits for its comparison with AEAT'] : []),
      ...(isRetired ? ['retired'] : []),
    ].join(', '),
    ...describeFailures(chain, now),
    ...(haltedReason === null
      ? []
      : [
          `    HALTED${haltedAt === null ? '' : ` since ${tell(haltedAt)}`}: ${haltedReason}`,
          `    ${adviseHalted(chain)}`,
        ]),
    ...(isUncompared(chain) ? describeWait(chain, now, reason) : []),
  ];
}

function adviseHalted({ chainId, compareSince }: RemissionSummary): string {
  const resume = `npm run chains -- resume ${chainId}`;
  return compareSince === null
    ? `When what halted it is mended: ${resume}`
    : `${resume} compares it with AEAT again; npm run chains -- renew ${chainId} --reason … lets its issuer go on in a new chain, without a way back`;
}

function describeWait(
  { chainId, compareSince, compareAfter }: RemissionSummary,
  now: number,
  known: KnownReason,
): string[] {
  // A note from before it was closed is about another wait.
  const reason = known !== null && known !== 'unknown' && known.at < compareSince! ? null : known;
  return [
    `    CLOSED since ${tell(compareSince!)}: nothing is issued or sent in it until AEAT's register tells that it knows no more of it`,
    `    why: ${explainWait(reason)}`,
    `    next: AEAT is asked ${compareAfter !== null && compareAfter > now ? `again at ${tell(compareAfter)}` : 'at once'}, by a worker; then the chain goes on, is halted, or waits on`,
    `    to do: ${adviseWait(chainId, reason)}`,
  ];
}

/** A new chain is no advice before AEAT was asked: most often the next answer lets the chain go on. */
function adviseWait(chainId: number, reason: KnownReason): string {
  return reason === null
    ? 'nothing yet'
    : `what the reason wants (ops/backup/README.md, "AEAT does not tell"). Who cannot wait: npm run chains -- renew ${chainId} --reason …, a new chain without a way back`;
}

function explainWait(reason: KnownReason): string {
  if (reason === 'unknown')
    return "not known here: Redis, which has the reason, cannot be asked from here (REDIS_URL). Reasons are in the worker's log, too";
  if (reason === null)
    return 'AEAT was not asked yet, or has not answered yet. If this stays so, no worker serves the queue remission';
  return `${reason.text} (asked at ${tell(reason.at)})`;
}

/** What happens to a halted chain that an operator resumed. @param chain as it was before. */
export function describeResumed({
  chainId,
  issuerNif,
  pending,
  compareSince,
  isRetired,
}: RemissionSummary): string {
  const name = `Chain ${chainId} of issuer ${issuerNif}`;
  if (compareSince !== null)
    return `${name} is compared with AEAT next: nothing is issued or sent in it before. While AEAT is ahead of it, it is halted again; then newer data help, or npm run chains -- renew ${chainId}`;
  const next = pending > 0 ? `its ${count(pending)} go to AEAT` : 'nothing waits to be sent';
  return isRetired ? `${name} stays retired: ${next}, nothing is issued in it` : `${name} goes on: ${next}`;
}

/** Why a chain that is not halted cannot be resumed, and what happens to it instead. */
export function explainNotHalted({
  chainId,
  pending,
  compareSince,
  isRetired,
}: Pick<RemissionSummary, 'chainId' | 'pending' | 'compareSince' | 'isRetired'>): string {
  const start = `Chain ${chainId} is not halted`;
  if (compareSince !== null)
    return `${start}: it waits for its comparison with AEAT, which is asked again and again without an order. npm run chains says why it waits`;
  return isRetired ? `${start}: it is retired for good${describeRest(pending)}` : start;
}

/** Why nothing can be decided about a chain that is retired. */
export function explainRetired({ chainId, pending }: Pick<RemissionSummary, 'chainId' | 'pending'>): string {
  return `Chain ${chainId} is retired for good: nothing is issued in it any more, so there is nothing to compare or renew${describeRest(pending)}`;
}

function describeRest(pending: number): string {
  return pending > 0
    ? `, and its last ${count(pending)} ${pending === 1 ? 'goes' : 'go'} to AEAT without an order`
    : '';
}
