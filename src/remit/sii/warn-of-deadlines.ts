import { addWorkingDays } from '../../domain/calendar/working-days.ts';
import { addDays } from '../../domain/reading/calendar-date.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/sii.sql.ts';

/** An entry is sent within seconds after its invoice was issued, also if that is its last day. */
const GRACE_MS = 10 * 60_000;

/**
 * Tells clients of entries in SII that AEAT has not accepted and whose last day (RIVA, art. 69 bis)
 * is today, the next working day or a day between them: once for each entry, by the event
 * `invoice.sii_overdue_soon`. Simultaneous calls tell of different entries.
 * @param most number of entries; further ones wait for the next call.
 * @returns the number of entries.
 */
export async function warnOfDeadlines(connection: Connection, now: Date, most: number): Promise<number> {
  const today = todayInMadrid(now);
  const until = addWorkingDays(today, 1) ?? addDays(today, 1);
  const before = new Date(now.getTime() - GRACE_MS);
  const { rows } = await query(connection, sql.warnOfSiiDeadlines(today, until, before, now, most));
  return rows[0]!.warned;
}
