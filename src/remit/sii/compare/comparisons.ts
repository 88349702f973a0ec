import type { Pool } from 'pg';
import type { Order } from '../../../contracts/acts.ts';
import { addDays } from '../../../domain/reading/calendar-date.ts';
import { startOfDayInMadrid, todayInMadrid } from '../../../domain/reading/madrid-time.ts';
import type { BookPeriod } from '../../../domain/sii/entry.ts';
import type { CompareSiiBookJob } from '../../../contracts/jobs.ts';
import { type Connection, withTransaction } from '../../../platform/postgres/database.ts';
import { query } from '../../../platform/postgres/statement.ts';
import * as sql from '../../statements/sii-comparisons.sql.ts';

/*
 * Comparisons of AEAT's book in SII with the entries of the engine, by issuer and period: who begins
 * them, and what they found.
 */

/** A comparison under way, or the last one of its period. */
export type Comparison = sql.ListComparisonsRow;
/** An invoice that AEAT's book and the engine have differently. */
export type Difference = sql.ListDifferencesRow;

const HOUR = 3_600_000;
/** The hours of the night in Madrid in which comparisons begin by themselves. */
const NIGHT = { from: 2, until: 6 };
/**
 * How long after its end a period is compared every night, in days: AEAT compares it with the books
 * of recipients for weeks, and corrections of it are sent until the 15th of the next month.
 */
const DAYS_AFTER_PERIOD = 62;
const MOST_A_ROUND = 200;

/**
 * Begins the comparisons of a night, each once: those of the periods that have not ended long ago,
 * and those that found differences the last time. Does nothing by day.
 * @returns how many began.
 */
export async function orderNightlyComparisons(pool: Pool, now: Date): Promise<number> {
  const today = todayInMadrid(now);
  const hours = (now.getTime() - startOfDayInMadrid(today)) / HOUR;
  if (hours < NIGHT.from || hours >= NIGHT.until) return 0;
  const night = new Date(startOfDayInMadrid(today) + NIGHT.from * HOUR);
  const { rowCount } = await query(
    pool,
    sql.orderNightlyComparisons(night, firstDay(today), now, MOST_A_ROUND),
  );
  return rowCount ?? 0;
}

const firstDay = (today: string): string => addDays(today, -DAYS_AFTER_PERIOD);

/** Returns whether an issuer has entries in SII. */
export async function hasEntries(
  connection: Connection,
  { organizationId, issuerNif }: { readonly organizationId: number; readonly issuerNif: string },
): Promise<boolean> {
  return (await query(connection, sql.findFirstEntry(organizationId, issuerNif))).rows.length > 0;
}

/**
 * Begins comparisons on an operator's order, and records the act.
 * @param periods null for those that are compared every night.
 * @returns the comparisons that began; those of a period that is under way go on.
 */
export function orderComparisons(
  pool: Pool,
  { organizationId, issuerNif }: { readonly organizationId: number; readonly issuerNif: string },
  periods: readonly BookPeriod[] | null,
  { operator, reason }: Order,
  now: Date,
): Promise<readonly (BookPeriod & { readonly id: number })[]> {
  return withTransaction(pool, async (client) => {
    const wanted =
      periods ??
      (await query(client, sql.listPeriodsToCompare(organizationId, issuerNif, firstDay(todayInMadrid(now)))))
        .rows;
    const { rows } = await query(
      client,
      sql.orderComparisons(
        organizationId,
        issuerNif,
        wanted.map(({ fiscalYear }) => fiscalYear),
        wanted.map(({ period }) => period),
        now,
      ),
    );
    const named = rows.map(({ fiscalYear, period }) => `${fiscalYear}-${period}`);
    if (rows.length > 0)
      await query(client, sql.recordComparisonOrder(organizationId, issuerNif, operator, reason, named));
    return rows;
  });
}

/** Lists the comparisons of an organization, those under way and the last one of each period. */
export async function listComparisons(
  connection: Connection,
  organizationId: number,
  issuerNif: string | null,
): Promise<Comparison[]> {
  return (await query(connection, sql.listComparisons(organizationId, issuerNif))).rows;
}

/** Lists what the last comparisons of an organization found. */
export async function listDifferences(
  connection: Connection,
  organizationId: number,
  issuerNif: string | null,
  most: number,
): Promise<Difference[]> {
  return (await query(connection, sql.listDifferences(organizationId, issuerNif, most))).rows;
}

/** Lists comparisons of which the next page may be asked for. */
export async function listDueComparisons(
  connection: Connection,
  now: Date,
  most: number,
): Promise<CompareSiiBookJob[]> {
  return (await query(connection, sql.listDueComparisons(now, most))).rows;
}
