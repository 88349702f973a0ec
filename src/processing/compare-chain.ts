import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { AeatClient } from '../aeat/open-aeat-client.ts';
import type { ConsultedRecord, InvoiceIdentity } from '../domain/verifactu/answer.ts';
import {
  type ComparisonVerdict,
  findOwnReferences,
  judgeComparison,
} from '../domain/verifactu/judge-comparison.ts';
import { todayInMadrid } from '../domain/verifactu/format-timestamp.ts';
import { findIssuerName } from '../persistence/remission.ts';
import {
  type Comparison,
  endComparison,
  findHashes,
  haltChain,
  postponeComparison,
  readComparison,
} from '../persistence/restores.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type AeatSettings, openIssuerClient } from './open-issuer-client.ts';

/** Time until AEAT is asked again where it did not answer. */
const AGAIN_MS = 30_000;

export type CompareContext = {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly aeat: AeatSettings;
};

export type CompareResult =
  /** Nothing is to be compared, or AEAT knows no more than we. */
  | { readonly kind: 'same' }
  | { readonly kind: 'halted' }
  /** AEAT did not tell. */
  | { readonly kind: 'wait'; readonly next: Date }
  /** AEAT knows more of the chain than we: it was halted just now. */
  | { readonly kind: 'ahead'; readonly reason: string };

/**
 * Compares a chain that was marked after a restore with AEAT's register, and lets it go on or halts it. Issuing in a chain that AEAT
 * knows more of would fork it: AEAT itself would not notice.
 * @throws when the database is away.
 */
export async function compareChain(context: CompareContext, chainId: number): Promise<CompareResult> {
  const { pool, logger, now } = context;
  const comparison = await readComparison(pool, chainId);
  if (comparison === null) return { kind: 'same' };
  if (comparison.isHalted) return { kind: 'halted' };
  const { organizationId, sequence, compareAfter } = comparison;
  if (compareAfter !== null && compareAfter > now().getTime()) {
    return { kind: 'wait', next: new Date(compareAfter) };
  }
  const records = await listRegister(context, comparison);
  const verdict = records === null ? { kind: 'unclear' as const } : await judge(pool, chainId, records);
  if (verdict.kind === 'unclear') {
    const next = new Date(now().getTime() + AGAIN_MS);
    await postponeComparison(pool, comparison, next);
    logger.warn(
      { chainId, organizationId, next },
      'AEAT does not tell whether it is ahead of a restored chain; nothing is issued in it',
    );
    return { kind: 'wait', next };
  }
  if (verdict.kind === 'same') {
    await endComparison(pool, comparison);
    logger.info({ chainId, organizationId, records: sequence }, 'A restored chain is as AEAT knows it');
    return { kind: 'same' };
  }
  const reason =
    `AEAT is ahead: it has records of this chain up to ${verdict.last}, beginning with ${verdict.sequence}, that this database has not ` +
    `(its last one is ${sequence}). A backup was restored. Issuing would fork the chain; see ops/backup/README.md`;
  await haltChain(pool, chainId, reason, now());
  logger.error(
    { chainId, organizationId, records: sequence, firstUnknown: verdict.sequence, lastAtAeat: verdict.last },
    'AEAT is ahead of a restored chain: issuing in it is halted until an operator renews it (npm run chains)',
  );
  return { kind: 'ahead', reason };
}

async function judge(
  pool: Pool,
  chainId: number,
  records: readonly ConsultedRecord[],
): Promise<ComparisonVerdict> {
  const references = findOwnReferences(chainId, records);
  const sequences = references.map(({ sequence }) => sequence);
  return judgeComparison(references, await findHashes(pool, chainId, sequences));
}

/** All that AEAT shows of the issuer, from the month before our last record's on; null where it did not answer, or not readably. */
async function listRegister(
  { pool, aeat, now }: CompareContext,
  { chainId, organizationId, issuerNif, fromMonth }: Comparison,
): Promise<ConsultedRecord[] | null> {
  const client = await openIssuerClient(pool, aeat, organizationId, issuerNif);
  if (typeof client === 'string') return null;
  await using open = client;
  const issuer = { nif: issuerNif, name: await findIssuerName(pool, chainId) };
  const records: ConsultedRecord[] = [];
  for (const period of listMonths(fromMonth, todayInMadrid(now()).slice(0, 7))) {
    const shown = await listPeriod(open, issuer, period);
    if (shown === null) return null;
    records.push(...shown);
  }
  return records;
}

async function listPeriod(
  client: Pick<AeatClient, 'consult'>,
  issuer: { readonly nif: string; readonly name: string },
  period: string,
): Promise<ConsultedRecord[] | null> {
  const records: ConsultedRecord[] = [];
  let page: InvoiceIdentity | undefined;
  for (;;) {
    const outcome = await client.consult({ issuer, period, ...(page === undefined ? {} : { page }) });
    // What could not be read may be what we have not.
    if (outcome.kind !== 'answered' || !outcome.answer.isWhole) return null;
    const { nextPage } = outcome.answer;
    records.push(...outcome.answer.records);
    if (nextPage === null) return records;
    if (isDeepStrictEqual(nextPage, page)) return null;
    page = nextPage;
  }
}

/** Months from one to another, both included, `YYYY-MM`. */
function listMonths(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = nextMonth(month)) months.push(month);
  return months;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
