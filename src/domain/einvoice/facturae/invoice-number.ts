import { NotExpressible } from '../refusal.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

/**
 * InvoiceSeriesCode and InvoiceNumber. The series followed by the number is the number of the
 * invoice.
 */
export type SplitNumber = { readonly series?: string; readonly number: string };

const MAX_LENGTH = 20;
const SEPARATORS = new Set(['/', '-', '.', '_', ' ']);

/**
 * Splits the number of an invoice for Facturae, whose series and number have at most 20 characters
 * each. A number that fits has no series. A longer one is split after the last separator that
 * leaves two parts that fit; the separator belongs to the series, so that both parts together
 * remain the NumSerie of the VeriFactu record.
 * @param element the element that contains the number.
 * @param member path of the member of an invoice that states it.
 * @throws NotExpressible if there is no such separator.
 */
export function splitNumber(number: string, element = 'InvoiceNumber', member = 'number_serie'): SplitNumber {
  if (number.length <= MAX_LENGTH) return { number };
  for (let end = Math.min(MAX_LENGTH, number.length - 1); end >= number.length - MAX_LENGTH; end -= 1)
    if (SEPARATORS.has(number[end - 1]!)) return { series: number.slice(0, end), number: number.slice(end) };
  throw new NotExpressible(element, formatMessage('facturae_number', { number, most: MAX_LENGTH }), member);
}
