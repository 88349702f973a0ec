import type { LastTry } from '../../operate/chains/remissions.ts';
import { addDays } from '../../domain/reading/calendar-date.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import { MOST_COUNTED } from './bounds.ts';
import * as sql from './overview.sql.ts';

/* Entries of invoices in SII that need an operator. Times are in milliseconds since 1970, days are `YYYY-MM-DD` in Madrid. */

/** Number of the newest faults that are examined. */
const MOST_LOOKED_AT = 2000;
const MOST_NAMED = 3;
/** An issuer that entered SII longer ago has declared its earlier invoices in another way. */
const DAYS_OF_BACKLOG = 400;
/** An entry is sent within seconds after its invoice was issued, also if it was issued too late. */
const GRACE_MS = 10 * 60_000;

/** Entries, or collections, that AEAT has not accepted: those that it rejected, or the others. */
export type OpenEntries = {
  readonly entries: number;
  /** How many of them have a deadline that has passed, and one of today or tomorrow. */
  readonly overdue: number;
  readonly soon: number;
  /** The first deadline of all, and that of those whose deadline has not passed. */
  readonly firstDueBy: string | null;
  readonly nextDueBy: string | null;
  /** How many of them have no deadline, because the holidays of a year are not known. */
  readonly undated: number;
  /** The organizations of those that are overdue or due soon. */
  readonly organizationIds: readonly number[];
};

/** What AEAT has not accepted in SII. At most 10,000 entries and as many collections are counted, those that are due first. */
export type SiiMeasures = {
  readonly waiting: OpenEntries;
  readonly rejected: OpenEntries;
  /** The collections of payments (ops/adr/0090). */
  readonly collections: { readonly waiting: OpenEntries; readonly rejected: OpenEntries };
  /** Number of halted issuers. */
  readonly halted: number;
  /** Whether an issuer is, was or will be in SII. */
  readonly isUsed: boolean;
};

/** Counts the entries and collections in SII that AEAT has not accepted, and those whose deadline has passed or is near. */
export async function measureSii(connection: Connection, now: Date): Promise<SiiMeasures> {
  const today = todayInMadrid(now);
  const before = new Date(now.getTime() - GRACE_MS);
  const { rows } = await query(connection, sql.measureSii(today, addDays(today, 1), before, MOST_COUNTED));
  const [waiting, rejected, told, refused] = rows as [Counted, Counted, Counted, Counted];
  const collections = { waiting: told, rejected: refused };
  return { waiting, rejected, collections, halted: waiting.halted, isUsed: waiting.isUsed };
}

type Counted = sql.MeasureSiiRow;

/** An issuer with entries or collections that AEAT has not accepted, or whose entries are not sent, or not successfully. */
export type OpenIssuer = Pick<
  sql.ListOpenSiiRow,
  | 'organizationId'
  | 'issuerNif'
  | 'failures'
  | 'haltedAt'
  | 'haltedReason'
  | 'nextAllowedAt'
  | 'rejected'
  | 'collections'
  | 'rejectedCollections'
  | 'overdue'
  | 'nextDueBy'
> & {
  /** The chain of the issuer, which names it in jobs and acts. */
  readonly chainId: number | null;
  /** How many entries AEAT has not answered, and how many of them are in a message. */
  readonly waiting: number;
  readonly sent: number;
  /** The last attempt to send a message that has no answer. */
  readonly lastTry: LastTry | null;
};

/**
 * Lists the issuers in SII that need attention, halted ones first: those of the 10,000 open entries
 * that are due first, and all that are halted or whose last messages failed.
 */
export async function listOpenSii(connection: Connection, now: Date, most: number): Promise<OpenIssuer[]> {
  const today = todayInMadrid(now);
  const before = new Date(now.getTime() - GRACE_MS);
  const { rows } = await query(connection, sql.listOpenSii(today, before, most, MOST_COUNTED));
  return rows.map(({ waiting, lastAt, lastOutcome, lastReason, lastCode, lastMessage, ...issuer }) => ({
    ...issuer,
    waiting: waiting ?? 0,
    lastTry:
      lastAt === null || lastOutcome === null
        ? null
        : { at: lastAt, outcome: lastOutcome, reason: lastReason, code: lastCode, message: lastMessage },
  }));
}

/** Entries that AEAT rejected or accepted with errors for the same reason. */
export type SiiFaultGroup = sql.ListSiiFaultsRow;

/** Lists the entries in SII that AEAT rejected or accepted with errors, grouped by its message, rejected ones first. */
export async function listSiiFaults(connection: Connection, most: number): Promise<SiiFaultGroup[]> {
  return (await query(connection, sql.listSiiFaults(MOST_LOOKED_AT, most, MOST_NAMED))).rows;
}

/** The comparisons of an issuer with AEAT's book that found differences, or those that were given up. */
export type ComparedIssuer = sql.ListComparedSiiRow;

/** Lists the issuers in SII whose last comparisons with AEAT's book found differences or were given up. */
export async function listComparedSii(connection: Connection, most: number): Promise<ComparedIssuer[]> {
  return (await query(connection, sql.listComparedSii(most))).rows;
}

/** An issuer whose invoices from before its entry into SII could not all be entered. */
export type UnfinishedBacklog = sql.ListUnfinishedBacklogsRow;

/** Lists the issuers that entered SII in the last year and whose earlier invoices could not all be entered. */
export async function listUnfinishedBacklogs(
  connection: Connection,
  now: Date,
  most: number,
): Promise<UnfinishedBacklog[]> {
  const from = addDays(todayInMadrid(now), -DAYS_OF_BACKLOG);
  return (await query(connection, sql.listUnfinishedBacklogs(from, most))).rows;
}

/** Counts the differences that the last comparisons with AEAT's book found, and those that were given up. */
export async function countSiiDifferences(connection: Connection): Promise<sql.CountSiiDifferencesRow> {
  return (await query(connection, sql.countSiiDifferences())).rows[0]!;
}
