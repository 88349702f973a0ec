import type { RecipientDocumentType } from '../../contracts/codes.ts';
import type { Report } from '../reading/findings.ts';
import { isNie, isNif, normaliseIdentifier } from './nif.ts';
import { countryOfVatPrefix, isEuropeanVatNumber, vatPrefixOf } from './vat-number.ts';

/** AEAT's IDOtro/ID has room for 20 characters. */
const PASSPORT = /^[0-9A-Z]{1,20}$/;
/** Tax numbers elsewhere: Brazil writes a slash, Mexico an ampersand and an Ñ. */
const FOREIGN_NUMBER = /^[0-9A-ZÑ&/]{1,20}$/;

export type GivenDocument = {
  readonly documentType: RecipientDocumentType;
  readonly number: string;
  readonly countryCode: string | null;
};
export type RecipientDocument = {
  readonly documentType: RecipientDocumentType;
  readonly documentNumber: string;
  /** Filled in from a VAT number's prefix where it was not given. */
  readonly countryCode: string | null;
};

/** Reads the recipient's document by the rules of its type. @returns null when it is refused. */
export function readRecipientDocument(given: GivenDocument, report: Report): RecipientDocument | null {
  const number = normaliseIdentifier(given.number);
  if (given.documentType === 'passport') return readPassport(given, number, report);
  if (given.documentType === 'international_vat_number') return readVatNumber(given, number, report);
  return readSpanish(given, number, report);
}

function readSpanish(given: GivenDocument, number: string, report: Report): RecipientDocument | null {
  const { documentType, countryCode } = given;
  const isSpanish = countryCode === null || countryCode === 'ES';
  if (!isSpanish) report(`Recipient country code must be ES or blank with a ${documentType.toUpperCase()}`);
  // A NIE is a NIF, not the other way round.
  const isValid = isNif(number) && (documentType === 'nif' || isNie(number));
  if (!isValid) report(`Recipient document number is not a valid ${documentType.toUpperCase()}`);
  return isSpanish && isValid ? { documentType, documentNumber: number, countryCode } : null;
}

function readPassport(given: GivenDocument, number: string, report: Report): RecipientDocument | null {
  const { documentType, countryCode } = given;
  // AEAT 1111.
  if (countryCode === null) report("Recipient country code can't be blank with a passport");
  const isValid = PASSPORT.test(number);
  if (!isValid) report('Recipient document number must be a passport number of 1 to 20 letters and digits');
  return countryCode !== null && isValid ? { documentType, documentNumber: number, countryCode } : null;
}

function readVatNumber(given: GivenDocument, text: string, report: Report): RecipientDocument | null {
  // Greece is GR to ISO and EL to VIES.
  const asGreek = `EL${text.slice(2)}`;
  const number = text.startsWith('GR') && isEuropeanVatNumber(asGreek) ? asGreek : text;
  const countryCode = given.countryCode ?? countryOfVatPrefix(number);
  const problem = findVatProblem(number, countryCode);
  if (problem === null) return { documentType: given.documentType, documentNumber: number, countryCode };
  report(problem);
  return null;
}

function findVatProblem(number: string, countryCode: string | null): string | null {
  if (countryCode === 'ES' || isSpanishVatNumber(number, countryCode)) {
    return 'Recipient document type must be nif or nie for a Spanish number';
  }
  if (countryCode === null)
    return "Recipient country code can't be blank with a VAT number that names no member state";
  const prefixCountry = countryOfVatPrefix(number);
  const prefix = vatPrefixOf(countryCode);
  // AEAT 1122.
  if (prefix !== null && prefixCountry !== countryCode) {
    return `Recipient document number must begin with ${prefix} with recipient country code ${countryCode}`;
  }
  // AEAT 1121. Northern Ireland (XI) still has VAT numbers of the Union, Great Britain (GB) has not: AEAT 1255.
  if (prefixCountry === countryCode) {
    return isEuropeanVatNumber(number)
      ? null
      : `Recipient document number is not a valid VAT number of ${number.startsWith('XI') ? 'Northern Ireland' : countryCode}`;
  }
  if (isEuropeanVatNumber(number))
    return `Recipient country code must be ${prefixCountry} with this VAT number`;
  return FOREIGN_NUMBER.test(number)
    ? null
    : 'Recipient document number must be a tax number of 1 to 20 letters and digits';
}

function isSpanishVatNumber(number: string, countryCode: string | null): boolean {
  return number.startsWith('ES') && (countryCode === null || isNif(number.slice(2)));
}
