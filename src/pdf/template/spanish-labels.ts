import type { InvoiceType, PaymentMethod, RecipientDocumentType } from '../../contracts/codes.ts';
import { isEuropeanVatNumber } from '../../domain/invoice/vat-number.ts';

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

const DOCUMENT_LABELS: Readonly<Record<RecipientDocumentType, string>> = {
  nif: 'NIF',
  nie: 'NIE',
  passport: 'Pasaporte',
  international_vat_number: 'NIF-IVA',
};

/** What stands before the recipient's document number; only VAT numbers of the Union and of Northern Ireland are NIF-IVA. */
export function buildDocumentLabel(documentType: RecipientDocumentType, documentNumber: string): string {
  const isForeign = documentType === 'international_vat_number' && !isEuropeanVatNumber(documentNumber);
  return isForeign ? 'Id. fiscal' : DOCUMENT_LABELS[documentType];
}

const countryNames = new Intl.DisplayNames(['es'], { type: 'region', fallback: 'code' });

/** A country's Spanish name; null for Spain, which a Spanish address leaves out, and for no country. */
export function buildCountryLabel(countryCode: string | null): string | null {
  if (countryCode === null || countryCode === 'ES') return null;
  if (countryCode === 'XI') return 'Irlanda del Norte';
  return countryNames.of(countryCode) ?? countryCode;
}
