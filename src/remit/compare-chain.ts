import type { Pool } from 'pg';
import {
  type ComparisonVerdict,
  findDoubtful,
  judgeComparison,
  type OwnReference,
} from 'verifactu-protocol/remission/judge-comparison';
import { findOwnReferences } from '../domain/registration/external-reference.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { findIssuerName } from './statements/remission.ts';
import {
  type Comparison,
  endComparison,
  findHashes,
  haltChain,
  postponeComparison,
  readComparison,
} from '../platform/postgres/lineage/restores.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import type { PrimaryTracker } from '../platform/postgres/lineage/primary-tracker.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { listRegister, type RegisterPage } from './register/list-register.ts';
import { type AeatSettings, openIssuerClient } from './open-issuer-client.ts';

/** Time until AEAT is queried again after a failure, in ms. */
const AGAIN_MS = 30_000;

export type CompareContext = {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly aeat: AeatSettings;
  /** Determines which database is the active one. */
  readonly tracker: PrimaryTracker;
};

export type CompareResult =
  /** No comparison is due, or AEAT has no more records than the database. */
  | { readonly kind: 'same' }
  | { readonly kind: 'halted' }
  /** The comparison has no result yet. `why` is the reason when AEAT was queried just now. */
  | { readonly kind: 'wait'; readonly next: Date; readonly why?: string }
  /** AEAT has more records of the chain than the database. The chain was halted just now. */
  | { readonly kind: 'ahead'; readonly reason: string };

/** Progress of a comparison. */
export type ComparisonProgress = {
  /** Month of AEAT's register, `YYYY-MM`. */
  readonly month: string;
  readonly pages: number;
  readonly records: number;
};

/**
 * Compares a chain that was marked after a restore with AEAT's register, and releases or halts it.
 * Issuing in a chain of which AEAT has more records would fork it, and AEAT would not detect the
 * fork.
 *
 * States of a chain: marked → same (released), ahead (halted until an operator resumes it), or
 * unclear (compared again later).
 * @param onProgress called for every page; a large register takes minutes.
 * @throws when the database is unavailable.
 */
export async function compareChain(
  context: CompareContext,
  chainId: number,
  onProgress: (progress: ComparisonProgress) => void = () => {},
): Promise<CompareResult> {
  const { pool, logger, now, tracker } = context;
  const comparison = await readComparison(pool, chainId);
  if (comparison === null) return { kind: 'same' };
  if (comparison.isHalted) return { kind: 'halted' };
  const { organizationId, sequence, compareSince, compareAfter } = comparison;
  if (compareAfter !== null && compareAfter > now().getTime()) {
    return { kind: 'wait', next: new Date(compareAfter) };
  }
  // Read after the mark, because a database is marked before it becomes active.
  const inUse = await tracker.recall();
  if (inUse !== null && inUse !== comparison.lineage) return waitForUse(context, comparison);
  // The verdict is void if the chain was marked again in the meantime: AEAT may have answered
  // before the event that caused the new mark.
  const markedAgain = { kind: 'wait', next: now() } as const;
  const verdict = await askAeat(context, comparison, onProgress);
  if (verdict.kind === 'unclear') {
    const { why } = verdict;
    const next = new Date(now().getTime() + AGAIN_MS);
    if (!(await postponeComparison(pool, comparison, next))) return markedAgain;
    logger.warn(
      { chainId, organizationId, why, since: new Date(compareSince), next },
      'A chain could not be compared with the register of AEAT; nothing is issued or sent in it until the comparison succeeds, which workers retry (npm run engine -- chains)',
    );
    return { kind: 'wait', next, why };
  }
  if (verdict.kind === 'same') {
    if (!(await endComparison(pool, comparison))) return markedAgain;
    logger.info(
      { chainId, organizationId, records: sequence },
      'A chain agrees with the register of AEAT and continues',
    );
    return { kind: 'same' };
  }
  const reason = describeAhead(verdict, sequence);
  if (!(await haltChain(pool, comparison, reason, now()))) return markedAgain;
  const { sequence: firstUnknown, last: lastAtAeat, forkedAt } = verdict;
  const what =
    forkedAt === null
      ? 'AEAT has records of a chain that the database lacks'
      : 'A chain is forked: AEAT has other records of it';
  logger.error(
    { chainId, organizationId, records: sequence, firstUnknown, lastAtAeat, forkedAt },
    `${what}, after a restore or a failover. The chain is halted and batches of its issuer wait until an operator restores newer data and resumes it, or renews it (npm run engine -- chains; docs/backup.md)`,
  );
  return { kind: 'ahead', reason };
}

/**
 * Postpones the comparison in a database that is not active. AEAT is not queried for it, because
 * the active database may send more at any time.
 */
async function waitForUse(
  { pool, now, tracker }: CompareContext,
  comparison: Comparison,
): Promise<CompareResult> {
  const { whySuperseded } = await tracker.look(pool);
  if (whySuperseded === null) return { kind: 'wait', next: now() };
  const next = new Date(now().getTime() + AGAIN_MS);
  await postponeComparison(pool, comparison, next);
  return { kind: 'wait', next, why: `AEAT was not asked: ${whySuperseded}` };
}

/**
 * Describes for operators a chain on which AEAT and the database disagree.
 * @param sequence sequence number of the last record in the database.
 */
function describeAhead(
  { sequence: first, last, forkedAt }: Extract<ComparisonVerdict, { kind: 'ahead' }>,
  sequence: number,
): string {
  if (forkedAt === null)
    return (
      `AEAT is ahead: it has records of this chain from ${first} up to ${last} that this database lacks ` +
      `(its last record is ${sequence}): a backup was restored, or a failover lost the last commits. Issuing would fork the chain; see docs/backup.md`
    );
  return (
    `AEAT has other records of this chain from ${forkedAt} on (up to ${last}) than this database (up to ${sequence}): the chain is forked. After a backup was restored, ` +
    `or a failover lost the last commits, records were issued here before the chain was compared. The chain must not continue; see docs/backup.md`
  );
}

type Judged = Exclude<ComparisonVerdict, { kind: 'unclear' }> | { kind: 'unclear'; why: string };

/**
 * Compares all records that AEAT returns for the issuer, from the month before the last record in
 * the database onwards.
 */
async function askAeat(
  { pool, orm, aeat, now }: CompareContext,
  comparison: Comparison,
  onProgress: (progress: ComparisonProgress) => void,
): Promise<Judged> {
  const { chainId, organizationId, issuerNif, fromMonth } = comparison;
  const client = await openIssuerClient(orm, aeat, organizationId, issuerNif, now());
  if (typeof client === 'string') return { kind: 'unclear', why: client };
  await using open = client;
  const issuer = { nif: issuerNif, name: await findIssuerName(pool, chainId) };
  const doubtful: OwnReference[] = [];
  const known = new Map<number, string>();
  const progress = { month: fromMonth, pages: 0, records: 0 };
  onProgress({ ...progress });
  const judgePage = async ({ month, records }: RegisterPage) => {
    const references = findOwnReferences(comparison, records);
    const sequences = references.map(({ sequence }) => sequence);
    const hashes = await findHashes(pool, chainId, sequences);
    for (const reference of findDoubtful(references, hashes)) {
      doubtful.push(reference);
      const ours = hashes.get(reference.sequence);
      if (ours !== undefined) known.set(reference.sequence, ours);
    }
    progress.month = month;
    progress.pages += 1;
    progress.records += records.length;
    onProgress({ ...progress });
    const current = await readComparison(pool, chainId);
    const isWanted =
      current !== null && !current.isHalted && current.compareSince === comparison.compareSince;
    return isWanted ? null : 'The comparison was ended or restarted in the meantime';
  };
  const silence = await listRegister(open, issuer, fromMonth, todayInMadrid(now()).slice(0, 7), judgePage);
  if (silence !== null) return { kind: 'unclear', why: silence };
  const verdict = judgeComparison(doubtful, known);
  if (verdict.kind !== 'unclear') return verdict;
  return { kind: 'unclear', why: `AEAT showed our record ${verdict.sequence} without its huella` };
}
