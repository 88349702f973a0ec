import type { DocumentType } from '../../contracts/codes.ts';
import type { ReportOn } from '../reading/findings.ts';
import { isNie, isNif, nifBehindPrefix, normaliseIdentifier } from 'verifactu-protocol/records/nif';
import {
  countryOfVatPrefix,
  isEuropeanVatNumber,
  isForeignNumber,
  normaliseVatNumber,
  vatPrefixOf,
} from './vat-number.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

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
  const says = formatMessage('not_vat_number_of_member_state');
  report('recipient_document_number', 'invalid', says, 1121);
  return null;
}

/**
 * Reads a natural person with a NIF who is not in AEAT's census (IDType 07: AEAT 1126, 1131, 1290).
 */
function readOutsideCensus(
  given: GivenDocument,
  number: string,
  report: DocumentReport,
): RecipientDocument | null {
  const { documentType, countryCode } = given;
  const isSpanish = countryCode === null || countryCode === 'ES';
  if (!isSpanish)
    report('recipient_country_code', 'not_allowed', formatMessage('not_es_with_not_registered'), 1126);
  const isPerson = isNif(number) && PERSON.test(number);
  if (!isPerson) {
    const says = formatMessage('not_natural_person_with_not_registered');
    report('recipient_document_number', 'invalid', says, isNif(number) ? 1131 : 1290);
  }
  return isSpanish && isPerson ? { documentType, documentNumber: number, countryCode: 'ES' } : null;
}

/**
 * Reads an official document, a residence certificate or another document of another country
 * (IDType 04 to 06).
 */
function readForeign(given: GivenDocument, number: string, report: DocumentReport): RecipientDocument | null {
  const { documentType, countryCode } = given;
  if (countryCode === null)
    report(
      'recipient_country_code',
      'blank',
      formatMessage('blank_with_document_type', { type: documentType }),
      1111,
    );
  if (countryCode === 'ES') {
    const says = formatMessage('es_with_document_type', { type: documentType });
    report('recipient_country_code', 'not_allowed', says, 1126);
  }
  const isValid = isForeignNumber(number);
  if (!isValid) report('recipient_document_number', 'invalid', formatMessage('not_official_number'), 1103);
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
      formatMessage('not_es_with_document', { document: documentType.toUpperCase() }),
    );
  // Every NIE is a NIF, but not every NIF is a NIE.
  const isValid = isNif(number) && (documentType === 'nif' || isNie(number));
  if (!isValid) {
    const document = documentType.toUpperCase();
    const hint = suggestDocumentType(number);
    const says =
      hint === null
        ? formatMessage('document_not_valid', { document })
        : formatMessage('document_not_valid_because', { document, hint });
    report('recipient_document_number', 'invalid', says, 1123);
  }
  return isSpanish && isValid ? { documentType, documentNumber: number, countryCode } : null;
}

/**
 * Suggests the likely type of a number that is not valid for the given Spanish document type; null
 * if none is likely.
 */
function suggestDocumentType(number: string): Text | null {
  const bare = nifBehindPrefix(number);
  if (bare !== null) return formatMessage('send_without_es', { nif: bare });
  if (isNif(number)) return formatMessage('is_a_nif');
  return isEuropeanVatNumber(number) ? formatMessage('vat_number_document_type') : null;
}

function readPassport(
  given: GivenDocument,
  number: string,
  report: DocumentReport,
): RecipientDocument | null {
  const { documentType, countryCode } = given;
  // AEAT 1111.
  if (countryCode === null)
    report('recipient_country_code', 'blank', formatMessage('blank_with_passport'), 1111);
  const isValid = PASSPORT.test(number);
  if (!isValid) report('recipient_document_number', 'invalid', formatMessage('not_passport_number'), 1103);
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
    const says =
      bare === null
        ? formatMessage('spanish_number_type')
        : formatMessage('spanish_number_type_without_es', { nif: bare });
    return ['recipient_document_type', 'not_allowed', says];
  }
  if (countryCode === null)
    return ['recipient_country_code', 'blank', formatMessage('vat_number_without_country')];
  const prefixCountry = countryOfVatPrefix(number);
  const prefix = vatPrefixOf(countryCode);
  // AEAT 1122.
  if (prefix !== null && prefixCountry !== countryCode) {
    const says = formatMessage('vat_number_prefix', { prefix, country: countryCode });
    return ['recipient_document_number', 'invalid', says, 1122];
  }
  // AEAT 1121. Northern Ireland (XI) still has VAT numbers of the Union; Great Britain (GB) does
  // not (AEAT 1255).
  if (prefixCountry === countryCode) {
    const place = number.startsWith('XI') ? formatMessage('northern_ireland') : countryCode;
    return isEuropeanVatNumber(number)
      ? null
      : [
          'recipient_document_number',
          'invalid',
          formatMessage('vat_number_not_valid', { country: place }),
          1121,
        ];
  }
  if (isEuropeanVatNumber(number))
    return [
      'recipient_country_code',
      'not_allowed',
      formatMessage('country_of_vat_number', { country: prefixCountry }),
      1122,
    ];
  return isForeignNumber(number)
    ? null
    : ['recipient_document_number', 'invalid', formatMessage('not_tax_number'), 1103];
}

function isSpanishVatNumber(number: string, countryCode: string | null): boolean {
  return number.startsWith('ES') && (countryCode === null || isNif(number.slice(2)));
}
