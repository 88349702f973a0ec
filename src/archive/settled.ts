import type { Connection } from '../platform/postgres/database.ts';
import { countUnsettled, type EndedMonth, type Unsettled } from './partitions/month-span.ts';

const SAYS: Readonly<Record<keyof Unsettled, string>> = {
  batches: 'batches that are not issued or lack PDFs: npm run engine -- status shows them',
  unanswered: 'records that AEAT has not answered: npm run engine -- chains shows why',
  entries: 'entries and collections in SII that AEAT has not answered: npm run engine -- sii shows why',
  deliveries: 'invoices that AEAT must get through the SPFE: npm run engine -- spfe shows why',
  refused:
    'invoices whose last record or entry AEAT refused: correct them first (npm run engine -- invoice), which needs their documents, or add --with-refused',
  lost: 'lost render batches: download their PDFs, which renders them again',
};

/**
 * Checks that a month has no unfinished items.
 * @param withRefused whether the operator accepts invoices that AEAT refused and that were not
 *   corrected.
 * @returns the number of these invoices.
 * @throws if the month has unfinished items; the message lists them with their remedies.
 */
export async function requireSettled(
  connection: Connection,
  month: EndedMonth,
  withRefused: boolean,
): Promise<number> {
  const unsettled = await countUnsettled(connection, month);
  const problems = Object.entries(SAYS).flatMap(([what, says]) => {
    const count = unsettled[what as keyof Unsettled];
    return count === 0 || (what === 'refused' && withRefused) ? [] : [`${count} ${says}`];
  });
  if (problems.length > 0)
    throw new Error([`${month.month} cannot be archived yet, because it has`, ...problems].join('\n  '));
  return unsettled.refused;
}
