import type { Recipient } from '../../contracts/invoice-document.ts';

/**
 * Structure of the VAT numbers of the other member states and of Northern Ireland, after the
 * prefix, as the European Commission publishes it for VIES and AEAT checks it (AEAT 1121). There is
 * no official list of check digits. The table exists because the packages are out of date: they
 * refuse Belgian numbers that begin with 1, Irish numbers that end in a letter other than A or H,
 * and XI.
 */
const STRUCTURES: ReadonlyMap<string, RegExp> = new Map([
  ['AT', /^U\d{8}$/],
  ['BE', /^[01]\d{9}$/],
  ['BG', /^\d{9,10}$/],
  ['CY', /^\d{8}[A-Z]$/],
  ['CZ', /^\d{8,10}$/],
  ['DE', /^\d{9}$/],
  ['DK', /^\d{8}$/],
  ['EE', /^\d{9}$/],
  ['EL', /^\d{9}$/],
  ['FI', /^\d{8}$/],
  ['FR', /^[0-9A-HJ-NP-Z]{2}\d{9}$/],
  ['HR', /^\d{11}$/],
  ['HU', /^\d{8}$/],
  ['IE', /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/],
  ['IT', /^\d{11}$/],
  ['LT', /^(?:\d{9}|\d{12})$/],
  ['LU', /^\d{8}$/],
  ['LV', /^\d{11}$/],
  ['MT', /^\d{8}$/],
  ['NL', /^\d{9}B\d{2}$/],
  ['PL', /^\d{10}$/],
  ['PT', /^\d{9}$/],
  ['RO', /^[1-9]\d{1,9}$/],
  ['SE', /^\d{12}$/],
  ['SI', /^\d{8}$/],
  ['SK', /^\d{10}$/],
  ['XI', /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/],
]);

const PREFIX_LENGTH = 2;

/**
 * Returns whether a normalised number has the structure of a VAT number of another member state or
 * Northern Ireland (AEAT's NIF-IVA).
 */
export function isEuropeanVatNumber(number: string): boolean {
  const structure = STRUCTURES.get(number.slice(0, PREFIX_LENGTH));
  return structure !== undefined && structure.test(number.slice(PREFIX_LENGTH));
}

/**
 * Returns a normalised number with the prefix that VIES uses: Greece has EL there, and GR in ISO
 * 3166-1.
 */
export function normaliseVatNumber(number: string): string {
  const asGreek = `EL${number.slice(PREFIX_LENGTH)}`;
  return number.startsWith('GR') && isEuropeanVatNumber(asGreek) ? asGreek : number;
}

/**
 * Tax numbers of other countries. Mexico uses an ampersand and an Ñ. Brazil uses a slash between
 * two parts, so a slash at an end or a second one beside it is not part of a number.
 */
const FOREIGN_NUMBER = /^(?=.{1,20}$)(?=&*[0-9A-ZÑ])[0-9A-ZÑ&]+(?:\/[0-9A-ZÑ&]+)*$/;

/**
 * Returns whether a normalised number can be the tax number of another country. AEAT's IDOtro/ID
 * has at most 20 characters.
 */
export function isForeignNumber(number: string): boolean {
  return FOREIGN_NUMBER.test(number);
}

/**
 * Returns the ISO 3166-1 country of a number's VAT prefix; null if the number has no known prefix.
 */
export function countryOfVatPrefix(number: string): string | null {
  const prefix = number.slice(0, PREFIX_LENGTH);
  if (prefix === 'EL') return 'GR';
  if (prefix === 'XI') return 'GB';
  return STRUCTURES.has(prefix) ? prefix : null;
}

/**
 * Returns the VAT prefix of a country of the European Union other than Spain; null for any other
 * country.
 */
export function vatPrefixOf(countryCode: string): string | null {
  const prefix = countryCode === 'GR' ? 'EL' : countryCode;
  return STRUCTURES.has(prefix) ? prefix : null;
}

/** Returns whether a recipient is identified by a VAT number. */
export function isVatNumber(recipient: Recipient | null): recipient is Recipient {
  return recipient?.documentType === 'international_vat_number' || recipient?.documentType === 'eu_vat';
}
