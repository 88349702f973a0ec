import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { PeriodInput } from '../../contracts/v2/invoice-input.ts';
import type { Findings } from '../reading/findings.ts';
import { readDate } from './read-dates.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

type Period = NonNullable<InvoiceDocument['period']>;

/**
 * Reads a billing period (EN 16931 BG-14, BG-26).
 * @param place its path in the invoice, and its name in messages.
 * @returns null if it is absent or refused.
 */
export function readPeriod(
  input: PeriodInput | null | undefined,
  place: string,
  label: Text,
  findings: Findings,
): Period | null {
  if (!input) return null;
  const report = findings.reportIn<keyof PeriodInput>(place, label);
  const start = readDate(input.start, 'start', report);
  const end = readDate(input.end, 'end', report);
  // BR-CO-19 and BR-CO-20.
  if (start === null && end === null) {
    report('start', 'blank', formatMessage('period_without_dates'));
    return null;
  }
  // BR-29 and BR-30.
  if (start !== null && end !== null && end < start)
    report('end', 'out_of_range', formatMessage('before_start'));
  return { start, end };
}
