import type { DocumentType } from '../../contracts/codes.ts';
import type { ReportOn } from '../reading/findings.ts';
import { isNie, isNif, nifBehindPrefix, normaliseIdentifier } from './nif.ts';
import {
  countryOfVatPrefix,
  isEuropeanVatNumber,
  isForeignNumber,
  normaliseVatNumber,
  vatPrefixOf,
} from './vat-number.ts';

/** AEAT's IDOtro/ID has at most 20 characters. */
const PASSPORT = /^[0-9A-Z]{1,20}$/;

export type GivenDocument = {
  readonly documentType: DocumentType;
  readonly number: string;
  readonly countryCode: string | null;
};
export type RecipientDocument = {
  readonly documentType: DocumentType;
  readonly documentNumber: string;
  /** Derived from the VAT number's prefix if it was not given. */
  readonly countryCode: string | null;
};

/** Matches the NIF of a natural person. */
const PERSON = /^[0-9XYZKLM]/;

type DocumentMember = 'recipient_document_type' | 'recipient_document_number' | 'recipient_country_code';
/** Reports about a document under the names of the recipient's members. */
export type DocumentReport = ReportOn<DocumentMember>;

/** Reads the recipient's document by the rules of its type. @returns null if it is refused. */
export function readRecipientDocument(
  given: GivenDocument,
  report: DocumentReport,
): RecipientDocument | null {
  const number = normaliseIdentifier(given.number);
  if (given.documentType === 'passport') return readPassport(given, number, report);
  if (given.documentType === 'international_vat_number') return readVatNumber(given, number, report);
  if (given.documentType === 'eu_vat') return readEuropean(given, number, report);
  if (given.documentType === 'not_registered') return readOutsideCensus(given, number, report);
  if (given.documentType === 'nif' || given.documentType === 'nie') return readSpanish(given, number, report);
  return readForeign(given, number, report);
}

/** Reads a VAT number of another member state or of Northern Ireland (IDType 02). */
function readEuropean(given: GivenDocument, text: string, report: DocumentReport): RecipientDocument | null {
  const read = readVatNumber(given, text, report);
  if (read === null || isEuropeanVatNumber(read.documentNumber)) return read;
  const says =
    'must be a VAT number of another member state with its prefix: the document type of other countries is official_id';
  report('recipient_document_number', 'invalid', says, 1121);
  return null;
}

/** Reads a natural person with a NIF who is not in AEAT's census (IDType 07: AEAT 1126, 1131, 1290). */
function readOutsideCensus(
  given: GivenDocument,
  number: string,
  report: DocumentReport,
): RecipientDocument | null {
  const { documentType, countryCode } = given;
  const isSpanish = countryCode === null || countryCode === 'ES';
  if (!isSpanish)
    report(
      'recipient_country_code',
      'not_allowed',
      'must be ES or blank with document type not_registered',
      1126,
    );
  const isPerson = isNif(number) && PERSON.test(number);
  if (!isPerson) {
    const says = 'must be the NIF of a natural person with document type not_registered';
    report('recipient_document_number', 'invalid', says, isNif(number) ? 1131 : 1290);
  }
  return isSpanish && isPerson ? { documentType, documentNumber: number, countryCode: 'ES' } : null;
}

/** Reads an official document, a residence certificate or another document of another country (IDType 04 to 06). */
function readForeign(given: GivenDocument, number: string, report: DocumentReport): RecipientDocument | null {
  const { documentType, countryCode } = given;
  if (countryCode === null)
    report('recipient_country_code', 'blank', `can't be blank with document type ${documentType}`, 1111);
  if (countryCode === 'ES') {
    const says = `can't be ES with document type ${documentType}: use nif, nie, passport or not_registered`;
    report('recipient_country_code', 'not_allowed', says, 1126);
  }
  const isValid = isForeignNumber(number);
  if (!isValid)
    report('recipient_document_number', 'invalid', 'must be a number of 1 to 20 letters and digits', 1103);
  const isForeign = countryCode !== null && countryCode !== 'ES';
  return isForeign && isValid ? { documentType, documentNumber: number, countryCode } : null;
}

function readSpanish(given: GivenDocument, number: string, report: DocumentReport): RecipientDocument | null {
  const { documentType, countryCode } = given;
  const isSpanish = countryCode === null || countryCode === 'ES';
  if (!isSpanish)
    report(
      'recipient_country_code',
      'not_allowed',
      `must be ES or blank with a ${documentType.toUpperCase()}`,
    );
  // Every NIE is a NIF, but not every NIF is a NIE.
  const isValid = isNif(number) && (documentType === 'nif' || isNie(number));
  if (!isValid) {
    const says = `is not a valid ${documentType.toUpperCase()}${suggestDocumentType(number)}`;
    report('recipient_document_number', 'invalid', says, 1123);
  }
  return isSpanish && isValid ? { documentType, documentNumber: number, countryCode } : null;
}

/** Suggests the likely type of a number that is not valid for the given Spanish document type. */
function suggestDocumentType(number: string): string {
  const bare = nifBehindPrefix(number);
  if (bare !== null) return `: send it without ES, as ${bare}`;
  if (isNif(number)) return ': it is a NIF; use recipient document type nif';
  if (isEuropeanVatNumber(number))
    return ': a VAT number of another member state has the recipient document type international_vat_number';
  return '';
}

function readPassport(
  given: GivenDocument,
  number: string,
  report: DocumentReport,
): RecipientDocument | null {
  const { documentType, countryCode } = given;
  // AEAT 1111.
  if (countryCode === null) report('recipient_country_code', 'blank', "can't be blank with a passport", 1111);
  const isValid = PASSPORT.test(number);
  if (!isValid)
    report(
      'recipient_document_number',
      'invalid',
      'must be a passport number of 1 to 20 letters and digits',
      1103,
    );
  return countryCode !== null && isValid ? { documentType, documentNumber: number, countryCode } : null;
}

function readVatNumber(given: GivenDocument, text: string, report: DocumentReport): RecipientDocument | null {
  const number = normaliseVatNumber(text);
  const countryCode = given.countryCode ?? countryOfVatPrefix(number);
  const problem = findVatProblem(number, countryCode);
  if (problem === null) return { documentType: given.documentType, documentNumber: number, countryCode };
  const [member, code, says, aeatCode] = problem;
  report(member, code, says, aeatCode);
  return null;
}

function findVatProblem(number: string, countryCode: string | null): Parameters<DocumentReport> | null {
  if (countryCode === 'ES' || isSpanishVatNumber(number, countryCode)) {
    const bare = nifBehindPrefix(number);
    const says = `must be nif or nie for a Spanish number${bare === null ? '' : `, which is given without ES: ${bare}`}`;
    return ['recipient_document_type', 'not_allowed', says];
  }
  if (countryCode === null)
    return ['recipient_country_code', 'blank', "can't be blank with a VAT number that names no member state"];
  const prefixCountry = countryOfVatPrefix(number);
  const prefix = vatPrefixOf(countryCode);
  // AEAT 1122.
  if (prefix !== null && prefixCountry !== countryCode) {
    const says = `must begin with ${prefix} with recipient country code ${countryCode}`;
    return ['recipient_document_number', 'invalid', says, 1122];
  }
  // AEAT 1121. Northern Ireland (XI) still has VAT numbers of the Union; Great Britain (GB) does not (AEAT 1255).
  if (prefixCountry === countryCode) {
    const place = number.startsWith('XI') ? 'Northern Ireland' : countryCode;
    return isEuropeanVatNumber(number)
      ? null
      : ['recipient_document_number', 'invalid', `is not a valid VAT number of ${place}`, 1121];
  }
  if (isEuropeanVatNumber(number))
    return ['recipient_country_code', 'not_allowed', `must be ${prefixCountry} with this VAT number`, 1122];
  return isForeignNumber(number)
    ? null
    : ['recipient_document_number', 'invalid', 'must be a tax number of 1 to 20 letters and digits', 1103];
}

function isSpanishVatNumber(number: string, countryCode: string | null): boolean {
  return number.startsWith('ES') && (countryCode === null || isNif(number.slice(2)));
}
