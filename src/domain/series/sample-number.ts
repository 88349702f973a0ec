import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { PreparedInvoice } from '../invoice/prepare-invoice.ts';
import { firstCounter, numberOf, type StoredSeries } from './series-rules.ts';

/**
 * Returns the document of an invoice with a number that its series could give, as the checks of
 * electronic formats need it. The number that it gets when it is issued is not known.
 * @param all the series of the organization.
 */
export function withSample(
  { document, series }: Pick<PreparedInvoice, 'document' | 'series'>,
  all: readonly StoredSeries[] = [],
): InvoiceDocument {
  const stored = series && all.find(({ id }) => id === series.id);
  if (!series || !stored) return document;
  return { ...document, number: numberOf(stored, series.year, firstCounter(stored, series.year)) };
}
