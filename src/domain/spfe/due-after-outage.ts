import { addWorkingDays } from '../calendar/working-days.ts';
import { addDays } from '../reading/calendar-date.ts';
import { startOfDayInMadrid, todayInMadrid } from '../reading/madrid-time.ts';

/** Only a longer outage delays what was due (Orden HAC/1028/2026, art. 5.7). */
const MOST_MS = 24 * 3_600_000;
const WORKING_DAYS = 4;

/**
 * Returns whether an outage of the SPFE lasted so long that invoices and copies may follow later.
 * @param beganAt in milliseconds since 1970, as `endedAt`.
 */
export function isLongOutage(beganAt: number, endedAt: number): boolean {
  return endedAt - beganAt > MOST_MS;
}

/**
 * Returns until when the invoices and copies that were due during a long outage of the SPFE may
 * follow: the end of the fourth working day after the repair, in Madrid (Orden HAC/1028/2026, art.
 * 5.7). The calendar is that of deadlines at AEAT: no Saturdays, Sundays and national holidays.
 * @returns null if the national holidays of a year are not known.
 */
export function findDueAfterOutage(endedAt: Date): Date | null {
  const last = addWorkingDays(todayInMadrid(endedAt), WORKING_DAYS);
  return last === null ? null : new Date(startOfDayInMadrid(addDays(last, 1)));
}
