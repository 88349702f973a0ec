import type { DocumentType } from '../../contracts/codes.ts';
import type { Recipient } from '../../contracts/invoice-document.ts';
import { isNif, nifBehindPrefix, normaliseIdentifier } from 'verifactu-protocol/records/nif';
import {
  countryOfVatPrefix,
  isEuropeanVatNumber,
  isForeignNumber,
  normaliseVatNumber,
} from '../invoice/vat-number.ts';

/** A number of the form of a NIF. */
const LIKE_NIF = /^(?:[0-9]{8}[A-Z]|[A-Z][0-9]{7}[0-9A-Z])$/;

/**
 * Reads the number under which a recipient has a profile: a NIF, the VAT number of another member
 * state, or the tax number of another country.
 * @returns the number as invoices contain it; null if it is none of these.
 */
export function readProfiledNumber(text: string): string | null {
  const number = normaliseVatNumber(normaliseIdentifier(text));
  if (isNif(number) || isEuropeanVatNumber(number)) return number;
  // A wrong number of these forms would be a profile that no invoice ever uses.
  const isMistaken =
    LIKE_NIF.test(number) || countryOfVatPrefix(number) !== null || nifBehindPrefix(number) !== null;
  return isMistaken || !isForeignNumber(number) ? null : number;
}

/** Only these numbers identify a recipient without its country. */
const PROFILED_TYPES: ReadonlySet<DocumentType> = new Set([
  'nif',
  'nie',
  'eu_vat',
  'international_vat_number',
]);

/**
 * Returns the number under which the profile of a recipient is stored; null if it can have none,
 * such as with a passport.
 */
export function profiledNumberOf({ documentType, documentNumber }: Recipient): string | null {
  return PROFILED_TYPES.has(documentType) ? documentNumber : null;
}
