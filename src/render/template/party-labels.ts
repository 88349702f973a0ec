import { LANGUAGES, type Language, type DocumentType } from '../../contracts/codes.ts';
import type { InvoiceDocument, Recipient } from '../../contracts/invoice-document.ts';
import { countryOfVatPrefix, isEuropeanVatNumber, isVatNumber } from '../../domain/invoice/vat-number.ts';
import type { Wording } from './languages/wording.ts';

/**
 * Returns the label of the recipient's document number. Only VAT numbers of the Union and of
 * Northern Ireland are NIF-IVA.
 */
export function buildDocumentLabel(
  documentType: DocumentType,
  documentNumber: string,
  { documents, foreignTaxNumber }: Wording,
): string {
  const isForeign = documentType === 'international_vat_number' && !isEuropeanVatNumber(documentNumber);
  return isForeign ? foreignTaxNumber : documents[documentType];
}

/** The label of a tax number, and the number. */
type LabelledNumber = { readonly label: string; readonly number: string };

/**
 * Returns whether the recipient has a VAT number of another member state. For services, Northern
 * Ireland, whose numbers begin with XI, is not a member state.
 */
function isBusinessOfOtherMemberState(recipient: Recipient | null): boolean {
  return (
    isVatNumber(recipient) &&
    isEuropeanVatNumber(recipient.documentNumber) &&
    countryOfVatPrefix(recipient.documentNumber) !== 'GB'
  );
}

/**
 * Returns the issuer's tax number and its label. The issuer uses its own VAT number, which is `ES`
 * and the NIF, on a supply of goods to another member state (exemption E5), and on an operation
 * that is taxed there (N2) for a business with a VAT number of that state (Directive 2006/112/EC,
 * arts. 214 and 226(3); RD 1065/2007, art. 25). It is also the number of the one-stop shop (art.
 * 369d). Regime 08 is taxed in the Canary Islands, Ceuta or Melilla instead.
 */
export function buildIssuerNumber(
  { issuer, groups, recipient }: InvoiceDocument,
  { documents }: Wording,
): LabelledNumber {
  const actsWithinUnion = groups.some(
    ({ taxType, exemptionCode, operationKey, regime }) =>
      taxType === 'oss' ||
      (taxType === 'iva' &&
        (exemptionCode === 'E5' ||
          (operationKey === 'N2' && regime !== '08' && isBusinessOfOtherMemberState(recipient)))),
  );
  return actsWithinUnion
    ? { label: documents.international_vat_number, number: `ES${issuer.nif}` }
    : { label: documents.nif, number: issuer.nif };
}

const countryNames = new Map<Language, Intl.DisplayNames>(
  LANGUAGES.map((language) => [
    language,
    new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }),
  ]),
);

/**
 * Returns the name of a country, or null for Spain, which a Spanish address omits, and when there
 * is no country.
 */
export function buildCountryLabel(countryCode: string | null, wording: Wording): string | null {
  return countryCode === null || countryCode === 'ES' ? null : nameCountry(countryCode, wording);
}

/** Returns the name of a country. */
export function nameCountry(countryCode: string, { language, northernIreland }: Wording): string {
  if (countryCode === 'XI') return northernIreland;
  return countryNames.get(language)?.of(countryCode) ?? countryCode;
}
