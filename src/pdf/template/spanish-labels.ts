import type { InvoiceType, PaymentMethod, RecipientDocumentType } from '../../contracts/codes.ts';

/** Titles by type (RD 1619/2012, arts. 6, 7 and 15; AEAT list L2). */
export const INVOICE_TITLES: Readonly<Record<InvoiceType, string>> = {
  F1: 'Factura',
  F2: 'Factura simplificada',
  F3: 'Factura emitida en sustitución de facturas simplificadas',
  R1: 'Factura rectificativa',
  R2: 'Factura rectificativa',
  R3: 'Factura rectificativa',
  R4: 'Factura rectificativa',
  R5: 'Factura rectificativa',
};

export const PAYMENT_METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  cash_on_delivery: 'Contra reembolso',
  cash: 'Efectivo',
  credit_card: 'Tarjeta de crédito',
  bank_transfer: 'Transferencia bancaria',
  bizum: 'Bizum',
  bank_remittance: 'Domiciliación bancaria',
  others: 'Otros',
};

/** Member states of the Union by ISO code, and Northern Ireland (XI): their VAT numbers are NIF-IVA. */
const NIF_IVA_COUNTRIES = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/** True for a VAT number of another member state or of Northern Ireland. */
export function isEuropeanVatNumber(
  documentType: RecipientDocumentType,
  countryCode: string | null,
): boolean {
  return (
    documentType === 'international_vat_number' && countryCode !== null && NIF_IVA_COUNTRIES.has(countryCode)
  );
}

const DOCUMENT_LABELS: Readonly<Record<RecipientDocumentType, string>> = {
  nif: 'NIF',
  nie: 'NIE',
  passport: 'Pasaporte',
  international_vat_number: 'NIF-IVA',
};

/** What stands before the recipient's document number; only the Union's VAT numbers are NIF-IVA. */
export function buildDocumentLabel(documentType: RecipientDocumentType, countryCode: string | null): string {
  const foreign = documentType === 'international_vat_number' && countryCode !== null;
  return foreign && !isEuropeanVatNumber(documentType, countryCode)
    ? 'Id. fiscal'
    : DOCUMENT_LABELS[documentType];
}

const countryNames = new Intl.DisplayNames(['es'], { type: 'region', fallback: 'code' });

/** A country's Spanish name; null for Spain, which a Spanish address leaves out, and for no country. */
export function buildCountryLabel(countryCode: string | null): string | null {
  if (countryCode === null || countryCode === 'ES') return null;
  if (countryCode === 'XI') return 'Irlanda del Norte';
  return countryNames.of(countryCode) ?? countryCode;
}
