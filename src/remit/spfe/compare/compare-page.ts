import { addDays } from '../../../domain/reading/calendar-date.ts';
import { startOfDayInMadrid, todayInMadrid } from '../../../domain/reading/madrid-time.ts';
import { type FoundAnswer, STATUS } from '../../../domain/spfe/messages/document-status.ts';
import { query } from '../../../platform/postgres/statement.ts';
import * as sql from '../../statements/spfe-comparisons.sql.ts';
import {
  type AskContext,
  type AskedIssuer,
  askQuestion,
  LEASE_MARGIN_MS,
  RETRY_MS,
} from '../ask-question.ts';
import type { RegisteredFilter } from '../transport/spfe-transport.ts';
import { COMPARED_EVERY_MS } from './comparisons.ts';

export type SpfeCompareResult =
  /** It has ended, the issuer is halted, or nothing is to be compared. */
  | { readonly kind: 'ended' | 'halted' | 'nothing' }
  | { readonly kind: 'wait'; readonly next: Date }
  /** A page is stored, and others follow. */
  | { readonly kind: 'page' };

/** The registrations that are compared: those of so many days. */
const DAYS = 35;
/** A page is named by the number of its period and the key of the SPFE. */
const PAGE = /^(\d) (.*)$/s;

/**
 * Asks the SPFE for the next page of the documents that it registered for an issuer in the last 35
 * days. A page is stored with the key of the next one in one transaction, so that a comparison that
 * was broken off goes on there. After the last page the documents are compared with the deliveries.
 * @throws when the database is unavailable. Every failure of the SPFE or the network is a result.
 */
export async function compareSpfePage(context: AskContext, issuer: AskedIssuer): Promise<SpfeCompareResult> {
  const { pool, aeat, now, tracker, spfe } = context;
  const { organizationId, issuerNif } = issuer;
  if (spfe.transport === 'none') return { kind: 'nothing' };
  const begun = now();
  const until = new Date(begun.getTime() + aeat.timeoutMs + LEASE_MARGIN_MS);
  const before = new Date(begun.getTime() - COMPARED_EVERY_MS);
  const activeLineage = await tracker.recall();
  const claim = sql.claimSpfeComparison(organizationId, issuerNif, before, begun, until, activeLineage);
  const [claimed] = (await query(pool, claim)).rows;
  if (claimed === undefined || claimed.requestId === null || claimed.beganAt === null)
    return { kind: 'nothing' };
  const { requestId, beganAt, mustCompare } = claimed;
  const [, part = '0', key = ''] = PAGE.exec(claimed.page ?? '') ?? [];
  const periods = listPeriods(new Date(beganAt));
  const index = Number(part);
  const period = periods[index] ?? periods[0]!;
  const asked = await askQuestion(context, issuer, requestId, (transport) =>
    transport.list(period, key === '' ? null : key),
  );
  if (asked.kind === 'failed')
    return asked.needsPerson
      ? refuse(context, issuer, asked.why, mustCompare)
      : delay(context, issuer, asked.why);
  const { answer } = asked;
  if (!answer.isWhole) return delay(context, issuer, 'the page cannot be read completely');
  if (answer.next !== null && answer.next === key)
    return refuse(context, issuer, 'the SPFE returns the same page again', mustCompare);
  const next = answer.next === null ? `${index + 1} ` : `${index} ${answer.next}`;
  await storePage(context, issuer, next, answer);
  return answer.next === null && index + 1 >= periods.length
    ? end(context, issuer, new Date(beganAt))
    : { kind: 'page' };
}

/** The days of the last 35 days, one period for each fiscal year, because a question has only one. */
export function listPeriods(began: Date): readonly RegisteredFilter[] {
  const to = todayInMadrid(began);
  const from = addDays(to, -DAYS);
  const year = to.slice(0, 4);
  return from.slice(0, 4) === year
    ? [{ from, to }]
    : [
        { from, to: `${from.slice(0, 4)}-12-31` },
        { from: `${year}-01-01`, to },
      ];
}

async function storePage(
  { pool }: AskContext,
  { organizationId, issuerNif }: AskedIssuer,
  next: string,
  { documents }: FoundAnswer,
): Promise<void> {
  const own = documents.filter((each) => each.issuerNif === issuerNif);
  const store = sql.storeSpfePage(
    organizationId,
    issuerNif,
    next,
    own.map(({ number }) => number),
    own.map(({ issueDate }) => issueDate),
    own.map(({ status }) => status),
    own.map(({ localizador }) => localizador),
    own.map(({ csv }) => csv),
  );
  await query(pool, store);
}

async function delay(
  { pool, now, logger }: AskContext,
  { organizationId, issuerNif }: AskedIssuer,
  why: string,
): Promise<SpfeCompareResult> {
  const next = new Date(now().getTime() + RETRY_MS);
  await query(pool, sql.delaySpfeComparison(organizationId, issuerNif, next));
  logger.warn(
    { organizationId, why, next },
    'The SPFE did not list the documents of an issuer; the worker asks again',
  );
  return { kind: 'wait', next };
}

/**
 * Gives a comparison up until the next day. An issuer that must be compared before anything is sent is
 * halted, because nobody else would notice that it waits.
 */
async function refuse(
  { pool, now, logger }: AskContext,
  { organizationId, issuerNif }: AskedIssuer,
  why: string,
  mustCompare: boolean,
): Promise<SpfeCompareResult> {
  if (mustCompare) await query(pool, sql.haltSpfeComparison(organizationId, issuerNif, now(), why));
  else await query(pool, sql.giveUpSpfeComparison(organizationId, issuerNif, now()));
  logger.warn({ organizationId, why, mustCompare }, 'A comparison with the SPFE was given up');
  return { kind: mustCompare ? 'halted' : 'ended' };
}

async function end(
  { pool, now, logger }: AskContext,
  { organizationId, issuerNif }: AskedIssuer,
  began: Date,
): Promise<SpfeCompareResult> {
  const from = new Date(startOfDayInMadrid(listPeriods(began)[0]!.from));
  const ending = sql.endSpfeComparison(organizationId, issuerNif, from, began, now(), STATUS.taken);
  const [ended] = (await query(pool, ending)).rows;
  if (ended === undefined) return { kind: 'ended' };
  const about = { organizationId, ...ended };
  const isEqual = ended.foreignDocuments + ended.missing + ended.differing === 0;
  if (isEqual) logger.info(about, 'The SPFE and the deliveries of an issuer are equal');
  else
    logger.warn(about, 'The SPFE and the deliveries of an issuer differ: npm run engine -- spfe differences');
  return { kind: 'ended' };
}
