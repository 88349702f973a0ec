import { LANGUAGES, type Language, type RecipientDocumentType } from '../../contracts/codes.ts';
import { isEuropeanVatNumber } from '../../domain/invoice/vat-number.ts';
import type { Wording } from './languages/wording.ts';

/** What stands before the recipient's document number; only VAT numbers of the Union and of Northern Ireland are NIF-IVA. */
export function buildDocumentLabel(
  documentType: RecipientDocumentType,
  documentNumber: string,
  { documents, foreignTaxNumber }: Wording,
): string {
  const isForeign = documentType === 'international_vat_number' && !isEuropeanVatNumber(documentNumber);
  return isForeign ? foreignTaxNumber : documents[documentType];
}

const countryNames = new Map<Language, Intl.DisplayNames>(
  LANGUAGES.map((language) => [
    language,
    new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }),
  ]),
);

/** A country's name; null for Spain, which a Spanish address leaves out, and for no country. */
export function buildCountryLabel(
  countryCode: string | null,
  { language, northernIreland }: Wording,
): string | null {
  if (countryCode === null || countryCode === 'ES') return null;
  if (countryCode === 'XI') return northernIreland;
  return countryNames.get(language)?.of(countryCode) ?? countryCode;
}
