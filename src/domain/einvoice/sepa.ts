import type { InvoiceDocument } from '../../contracts/invoice-document.ts';

/**
 * The country codes of IBANs in the Single Euro Payments Area (European Payments Council,
 * EPC409-09): the European Union, the European Economic Area, and the other countries whose banks
 * take part.
 */
const SEPA_COUNTRIES: ReadonlySet<string> = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
);

/**
 * Returns whether an invoice can be paid by a SEPA credit transfer or direct debit: in euros, and
 * from or to an account in SEPA.
 * @param iban the account; null if the invoice states none.
 */
export function isSepaPayment({ currency }: Pick<InvoiceDocument, 'currency'>, iban: string | null): boolean {
  return currency === undefined && (iban === null || SEPA_COUNTRIES.has(iban.slice(0, 2)));
}
