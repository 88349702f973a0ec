import type { Pool } from 'pg';
import {
  type ConsultaAnswer,
  type ConsultedEntry,
  SII_READINGS,
} from '../../../domain/sii/messages/answers.ts';
import { buildConsulta } from '../../../domain/sii/messages/build-consulta.ts';
import type { Holder } from '../../../domain/sii/messages/build-message.ts';
import { judgeFault } from '../../../domain/sii/messages/judge-lines.ts';
import { withTransaction } from '../../../platform/postgres/database.ts';
import { query } from '../../../platform/postgres/statement.ts';
import { computeBackoff } from '../../attempt/backoff.ts';
import { findIssuerName } from '../../find-issuers.ts';
import { openIssuerClient } from '../../open-issuer-client.ts';
import * as sql from '../../statements/sii-comparisons.sql.ts';
import * as sending from '../../statements/sii.sql.ts';
import type { SendContext } from '../send-entries.ts';
import { findSiiAddress } from '../service-address.ts';
import { MOST_OF_ISSUER, MOST_OF_ORGANIZATION } from '../sii-jobs.ts';

export type CompareContext = Pick<
  SendContext,
  'pool' | 'orm' | 'logger' | 'metrics' | 'now' | 'random' | 'aeat' | 'tracker'
>;

export type CompareResult =
  /** It has ended, or the issuer is halted and an operator must resume it. */
  | { readonly kind: 'ended' | 'halted' }
  /** As many messages as allowed are at AEAT: entries go first. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'wait'; readonly next: Date }
  /** A page is stored, and others follow. */
  | { readonly kind: 'page' };

type Locked = sql.LockBookComparisonRow;
type Claim = Locked & { readonly comparisonId: number; readonly issuer: Holder };

/** Added to the time limit of a query for reading the answer in a thread and storing it. */
const LEASE_MARGIN_MS = 60_000;
/** After so many consecutive failures, about two hours, the comparison is given up until the next night. */
const MOST_FAILURES = 12;
/** The most differences of a kind that are stored. All are counted. */
const MOST_OF_KIND = 1000;
const MAX_TEXT = 1000;

/**
 * Asks AEAT's book for the next page of a comparison, and compares it with the entries of the engine.
 * A page has as many invoices as AEAT returns, at most 10,000, and is stored with the place of the
 * next one in one transaction: a comparison that was broken off goes on there. Entries go first: no
 * page is asked for while as many messages as allowed are at AEAT, or while the issuer is halted.
 * @throws when the database is unavailable. Every failure of AEAT or the network is a result.
 */
export async function comparePage(context: CompareContext, comparisonId: number): Promise<CompareResult> {
  const { pool, aeat, now, tracker } = context;
  const activeLineage = await tracker.recall();
  const claimed = await claim(pool, comparisonId, {
    now: now(),
    leaseMs: aeat.timeoutMs + LEASE_MARGIN_MS,
    activeLineage,
  });
  if (claimed.kind !== 'claimed') return claimed;
  const { comparison } = claimed;
  const { organizationId, issuer, fiscalYear, period, pageNumber, pageDate } = comparison;
  const { url, sealUrl = url } = aeat;
  const addresses = { ...aeat, url: findSiiAddress(url, 'A0'), sealUrl: findSiiAddress(sealUrl, 'A0') };
  const opened = await openIssuerClient(context.orm, addresses, organizationId, issuer.nif, now());
  if (typeof opened === 'string') return delay(context, comparison, opened);
  await using client = opened;
  const page =
    pageNumber === null || pageDate === null
      ? {}
      : { page: { issuerNif: issuer.nif, number: pageNumber, issueDate: pageDate } };
  const message = Buffer.from(buildConsulta({ issuer, fiscalYear, period, ...page }), 'utf8');
  const outcome = await client.send(message, SII_READINGS.consulta);
  if (outcome.kind === 'unknown') return delay(context, comparison, `${outcome.reason}: ${outcome.detail}`);
  if (outcome.kind === 'fault') {
    const { fault } = outcome;
    const why = `AEAT ${fault.code ?? 'without a code'}: ${fault.text ?? 'no text'}`;
    return judgeFault(fault) === 'retry_later'
      ? delay(context, comparison, why)
      : end(context, comparison, why);
  }
  const { answer } = outcome;
  const { nextPage } = answer;
  if (!answer.isWhole) return delay(context, comparison, 'the page of AEAT cannot be read completely');
  if (nextPage !== null && nextPage.number === pageNumber && nextPage.issueDate === pageDate)
    return end(context, comparison, 'AEAT returns the same page again');
  await storePage(context, comparison, answer);
  return nextPage === null ? end(context, comparison, null) : { kind: 'page' };
}

type Claiming = { readonly now: Date; readonly leaseMs: number; readonly activeLineage: string | null };

function claim(
  pool: Pool,
  comparisonId: number,
  { now, leaseMs, activeLineage }: Claiming,
): Promise<CompareResult | { readonly kind: 'claimed'; readonly comparison: Claim }> {
  return withTransaction(pool, async (client) => {
    const [row] = (await query(client, sql.lockBookComparison(comparisonId, now, activeLineage))).rows;
    if (row === undefined || row.isEnded) return { kind: 'ended' };
    const { organizationId, issuerNif, askingUntil, nextAllowedAt, invoiceId } = row;
    if (row.isHalted) return { kind: 'halted' };
    const until = Math.max(askingUntil ?? 0, nextAllowedAt ?? 0);
    if (until > now.getTime()) return { kind: 'wait', next: new Date(until) };
    if (!row.isKnownDatabase || row.isOtherAsking) return { kind: 'busy' };
    const { ofIssuer, ofOrganization } = (
      await query(client, sending.countSiiSending(organizationId, issuerNif, now))
    ).rows[0]!;
    if (ofIssuer >= MOST_OF_ISSUER || ofOrganization >= MOST_OF_ORGANIZATION) return { kind: 'busy' };
    await query(client, sql.askBookComparison(comparisonId, new Date(now.getTime() + leaseMs)));
    const name = await findIssuerName(client, organizationId, issuerNif, invoiceId);
    const issuer = { nif: issuerNif, name };
    return { kind: 'claimed', comparison: { ...row, comparisonId, issuer } };
  });
}

async function storePage(
  { pool, now }: CompareContext,
  { comparisonId, pages, issuer }: Claim,
  { entries, nextPage }: ConsultaAnswer,
): Promise<void> {
  const own = entries.filter(({ issuerNif }) => issuerNif === issuer.nif);
  const list = (read: (entry: ConsultedEntry) => string | null | undefined) =>
    own.map((entry) => read(entry) ?? null);
  await withTransaction(pool, async (client) => {
    const { rows } = await query(
      client,
      sql.storeComparedPage(
        comparisonId,
        pages,
        now(),
        nextPage?.number ?? null,
        nextPage?.issueDate ?? null,
        own.map(({ number }) => number),
        own.map(({ issueDate }) => issueDate),
        own.map(({ state }) => (state === 'annulled' ? 'withdrawn' : state)),
        list(({ total }) => readAmount(total)),
        list(({ csv }) => csv),
        list(({ matchingState }) => matchingState),
        list(({ matchingAt }) => matchingAt),
        list(({ mismatch }) => readAmount(mismatch?.reverseChargeBase)),
        list(({ mismatch }) => readAmount(mismatch?.base)),
        list(({ mismatch }) => readAmount(mismatch?.tax)),
        list(({ mismatch }) => readAmount(mismatch?.surcharge)),
        list(({ mismatch }) => readAmount(mismatch?.total)),
        MOST_OF_KIND,
      ),
    );
    const { onlyInBook, differing, moved } = rows[0]!;
    if (moved > 0) await query(client, sql.countCompared(comparisonId, onlyInBook, differing));
  });
}

const AMOUNT = /^[+-]?\d{1,12}(\.\d{0,2})?$/;

/** Returns an amount that the database can read; null for any other text. */
function readAmount(text: string | null | undefined): string | null {
  return text !== null && text !== undefined && AMOUNT.test(text) ? text : null;
}

async function delay(context: CompareContext, claimed: Claim, why: string): Promise<CompareResult> {
  const { pool, now, random, logger } = context;
  const failures = claimed.failures + 1;
  if (failures >= MOST_FAILURES) return end(context, claimed, why);
  const next = new Date(now().getTime() + computeBackoff(failures, random()));
  await query(pool, sql.failBookComparison(claimed.comparisonId, failures, next));
  const { organizationId, comparisonId } = claimed;
  logger.warn(
    { organizationId, comparisonId, failures, next },
    'A page of the book in SII did not come; the worker asks again',
  );
  return { kind: 'wait', next };
}

/** @param failure why the comparison is given up; null if the book was read to its end. */
async function end(
  { pool, now, logger, metrics }: CompareContext,
  { comparisonId, organizationId, fiscalYear, period }: Claim,
  failure: string | null,
): Promise<CompareResult> {
  const ended = await withTransaction(pool, async (client) => {
    await query(client, sql.dropPastComparison(comparisonId));
    const ending = sql.endBookComparison(
      comparisonId,
      now(),
      failure?.slice(0, MAX_TEXT) ?? null,
      MOST_OF_KIND,
    );
    return (await query(client, ending)).rows[0];
  });
  if (ended === undefined) return { kind: 'ended' };
  const about = { organizationId, comparisonId, fiscalYear, period, ...ended };
  const isEqual = ended.onlyInBook + ended.onlyInEngine + ended.differing === 0;
  metrics.siiComparisons.inc({ outcome: failure === null ? (isEqual ? 'equal' : 'different') : 'given_up' });
  if (failure !== null) logger.warn(about, 'A comparison with the book in SII was given up');
  else if (isEqual) logger.info(about, 'The book in SII and the engine are equal');
  else logger.warn(about, 'The book in SII and the engine differ: npm run engine -- sii differences');
  return { kind: 'ended' };
}
