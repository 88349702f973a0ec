import { readDay } from '../../records/calendar.ts';
import type { BookEntry } from '../book/book.ts';
import { textAt, type Content } from '../records/content.ts';

/** The invoice was not collected until the end of the year after the operation. */
const NOT_COLLECTED = '03';
const WRONG_DATE = 1100;
const ONLY_AT_END_OF_YEAR = 1151;
const NO_ACCOUNT = 1152;

/** Returns the code for which a record of cobros is refused; null if there is none. */
export function judgePayments(payments: readonly Content[], { id, content }: BookEntry): number | null {
  const operation = textAt(content, 'FechaOperacion') ?? id.date;
  const lastDay = `31-12-${Number(operation.slice(6)) + 1}`;
  for (const payment of payments) {
    const date = textAt(payment, 'Fecha') ?? '';
    const isMissing = textAt(payment, 'Medio') === NOT_COLLECTED;
    if (readDay(date) === 0) return WRONG_DATE;
    if (isMissing && date !== lastDay) return ONLY_AT_END_OF_YEAR;
    if (isMissing && textAt(payment, 'Cuenta_O_Medio') !== null) return NO_ACCOUNT;
  }
  return null;
}
