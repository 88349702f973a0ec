import type { InvoiceDocument } from '../../contracts/invoice-document.ts';

/*
 * How the Spanish sentences of electronic invoices state figures and days.
 */

/** Formats an amount in the currency of an invoice: `-15.00` becomes `−15,00 €`. */
export function formatAmount(amount: string, { currency }: Pick<InvoiceDocument, 'currency'>): string {
  const text = amount.replace('-', '−').replace('.', ',');
  return currency === undefined ? `${text} €` : `${text} ${currency}`;
}

/** Formats a rate in per cent: `5.2` becomes `5,2 %`. */
export function formatRate(rate: string): string {
  return `${rate.replace('.', ',')} %`;
}

/** Formats a day: `2026-12-28` becomes `28/12/2026`. */
export function formatDay(day: string): string {
  return day.split('-').toReversed().join('/');
}
