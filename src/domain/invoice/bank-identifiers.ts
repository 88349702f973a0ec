/* Forms of bank identifiers and their check digits (ISO 7064, MOD 97-10). */

const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
/** A Spanish IBAN has 24 characters. Other lengths are not checked. */
const SPANISH_LENGTH = 24;
/** Bank, country, place, and branch (ISO 9362). */
const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
/** Country, check digits, business code, and national identifier. */
const CREDITOR_ID = /^([A-Z]{2}[0-9]{2})[A-Z0-9]{3}([A-Z0-9]{1,28})$/;

/** Returns a bank identifier in the form that is stored: without blanks, in capitals. */
export function compactIdentifier(text: string): string {
  return text.replaceAll(' ', '').toUpperCase();
}

/**
 * Returns whether a text is an IBAN (ISO 13616) with correct check digits.
 * @param text capitals and digits without blanks.
 */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  if (text.startsWith('ES') && text.length !== SPANISH_LENGTH) return false;
  return hasCheckDigits(text.slice(0, 4), text.slice(4));
}

/**
 * Returns whether a text has the form of a BIC (ISO 9362), which has no check digits.
 * @param text capitals and digits without blanks.
 */
export function isBic(text: string): boolean {
  return BIC.test(text);
}

/**
 * Returns whether a text is a SEPA creditor identifier with correct check digits, which ignore the
 * business code.
 */
export function isCreditorId(text: string): boolean {
  const [, head, identifier] = CREDITOR_ID.exec(text) ?? [];
  return head !== undefined && identifier !== undefined && hasCheckDigits(head, identifier);
}

/** Letters count as 10 to 35. */
function hasCheckDigits(head: string, rest: string): boolean {
  const digits = (rest + head).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1;
}
