import type { Pool } from 'pg';
import type { Order } from '../../../contracts/acts.ts';
import type { DraftSiiBacklogJob } from '../../../contracts/jobs.ts';
import { todayInMadrid } from '../../../domain/reading/madrid-time.ts';
import { lastDayOfBacklog } from '../../../domain/sii/before-inclusion.ts';
import { type Connection, withTransaction } from '../../../platform/postgres/database.ts';
import { query } from '../../../platform/postgres/statement.ts';
import * as sql from '../../statements/sii-backlogs.sql.ts';

/*
 * The invoices that an issuer issued in the year in which it entered SII, before that day. SII must
 * have them as well (RIVA, art. 68 ter): who orders them, and how far they are.
 */

/** The invoices of one settlement period that a newcomer still has to declare. */
export type BacklogPeriod = sql.ListBacklogRow;
/** The last order for an issuer. */
export type BacklogOrder = sql.FindLastBacklogRow;
/** An invoice that an order could not enter. */
export type BacklogRefusal = sql.ListBacklogRefusalsRow;

export type Backlog = {
  /** The first issue date in SII, `YYYY-MM-DD`. */
  readonly validFrom: string;
  /** The last day on which the invoices may be sent: 31 December of that year. */
  readonly lastDay: string;
  /** The invoices without an entry. */
  readonly periods: readonly BacklogPeriod[];
  /** Null if nothing was ordered. */
  readonly order: BacklogOrder | null;
  /** The entries that were ordered. */
  readonly ordered: sql.CountBacklogEntriesRow;
};

/** Returns the first day of the year of a date. @param date `YYYY-MM-DD`. */
export function startOfYear(date: string): string {
  return `${date.slice(0, 4)}-01-01`;
}

/**
 * Lists by settlement period the invoices that an issuer issued in the year of its last entry into
 * SII before that day and that have no entry, and what was ordered. It must declare them by the end
 * of the year (RIVA, art. 68 ter). Annulled invoices are not among them.
 * @returns null if no decision puts the issuer in SII.
 */
export async function readBacklog(
  connection: Connection,
  organizationId: number,
  issuerNif: string,
): Promise<Backlog | null> {
  const [entered] = (await query(connection, sql.findEntryIntoSii(issuerNif))).rows;
  if (entered === undefined) return null;
  const { validFrom, period } = entered;
  const { rows } = await query(
    connection,
    sql.listBacklog(organizationId, issuerNif, startOfYear(validFrom), validFrom, period),
  );
  const order = (await query(connection, sql.findLastBacklog(organizationId, issuerNif))).rows[0] ?? null;
  const ordered = (await query(connection, sql.countBacklogEntries(organizationId, issuerNif))).rows[0]!;
  return { validFrom, lastDay: lastDayOfBacklog(validFrom), periods: rows, order, ordered };
}

/** Why nothing was ordered, or the id of the order. */
export type OrderedBacklog =
  | { readonly kind: 'ordered'; readonly id: number }
  /** No decision puts the issuer in SII; or it entered on 1 January, or has not entered yet. */
  | { readonly kind: 'outside' | 'whole_year' | 'not_yet' }
  /** An order is under way; or every invoice has its entry. */
  | { readonly kind: 'under_way' | 'nothing' };

/**
 * Orders the entries of the earlier invoices of an issuer, and records the act. A worker drafts them
 * in chunks. An order that follows one that has ended enters the invoices that still have no entry.
 */
export function orderBacklog(
  pool: Pool,
  { organizationId, issuerNif }: { readonly organizationId: number; readonly issuerNif: string },
  { operator, reason }: Order,
  now: Date,
): Promise<OrderedBacklog> {
  return withTransaction(pool, async (client): Promise<OrderedBacklog> => {
    const backlog = await readBacklog(client, organizationId, issuerNif);
    if (backlog === null) return { kind: 'outside' };
    const { validFrom, periods, order } = backlog;
    if (order !== null && order.endedAt === null) return { kind: 'under_way' };
    if (validFrom === startOfYear(validFrom)) return { kind: 'whole_year' };
    if (validFrom > todayInMadrid(now)) return { kind: 'not_yet' };
    if (periods.length === 0) return { kind: 'nothing' };
    const [ordered] = (
      await query(client, sql.orderBacklog(organizationId, issuerNif, validFrom, now, operator, reason))
    ).rows;
    return ordered === undefined ? { kind: 'under_way' } : { kind: 'ordered', id: ordered.id };
  });
}

/** Lists the invoices that an order could not enter. */
export async function listBacklogRefusals(
  connection: Connection,
  orderId: number,
  most: number,
): Promise<BacklogRefusal[]> {
  return (await query(connection, sql.listBacklogRefusals(orderId, most))).rows;
}

/** Lists the orders that have not ended. */
export async function listDueBacklogs(connection: Connection, most: number): Promise<DraftSiiBacklogJob[]> {
  return (await query(connection, sql.listDueBacklogs(most))).rows;
}
