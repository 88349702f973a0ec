import type { SpfeBasis } from '../../contracts/spfe.ts';
import { DUTY_DAYS } from './duty-days.ts';

/*
 * During the first year of the duty, those whose duty follows from their turnover give a PDF beside
 * each electronic invoice, unless the recipient accepts it without one (RD 238/2026, second
 * transitional provision).
 */

/** A year after the beginning of the duty that follows from the turnover. */
export const LAST_COMPANION_DAY = '2028-10-05';

/** Returns whether an invoice needs a PDF beside it unless its recipients accept it without. */
export function needsPdfCompanion(issueDate: string, basis: SpfeBasis | null): boolean {
  return basis === 'turnover' && issueDate >= DUTY_DAYS.turnover && issueDate <= LAST_COMPANION_DAY;
}
