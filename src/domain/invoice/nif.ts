const PERSON_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const ENTITY_LETTERS = 'JABCDEFGHI';

/** Persons: DNI, NIE (X, Y, Z) and the K, L, M numbers of those who have neither. */
const PERSON = /^[0-9XYZKLM][0-9]{7}[A-Z]$/;
/** Entities: some kinds close with a digit, some with a letter, the rest with either. */
const ENTITY = /^(?:[ABEH][0-9]{8}|[NPQRSW][0-9]{7}[A-J]|[CDFGJUV][0-9]{7}[0-9A-J])$/;
const FOREIGNER = /^[XYZ]/;
const SEPARATORS = /[\s.-]+/g;
const LOWER_CASE = /[a-z]+/g;

/**
 * Removes blanks, dots and hyphens and turns ASCII letters to upper case. Whatever else is in there stays, so that it is refused:
 * upper case of all Unicode would turn an `ı` or `ſ` into an innocent `I` or `S`.
 */
export function normaliseIdentifier(text: string): string {
  return text.replace(SEPARATORS, '').replace(LOWER_CASE, (letters) => letters.toUpperCase());
}

/** Whether a normalised text is a NIF, NIE or CIF with the right control character (RD 1065/2007 arts. 19 and 20, Orden EHA/451/2008). */
export function isNif(text: string): boolean {
  if (PERSON.test(text)) return text[8] === PERSON_LETTERS[personNumber(text) % 23];
  return ENTITY.test(text) && isEntityControl(text);
}

const PREFIX = 'ES';

/** The NIF in a normalised text that has Spain's VAT prefix before it, `ESB12345674`; null in any other text. */
export function nifBehindPrefix(text: string): string | null {
  const nif = text.slice(PREFIX.length);
  return text.startsWith(PREFIX) && isNif(nif) ? nif : null;
}

/** Whether a valid NIF is a foreigner's NIE. */
export function isNie(nif: string): boolean {
  return FOREIGNER.test(nif);
}

/** Whether a valid NIF is a natural person's: DNI, NIE, or one that begins with K, L or M. */
export function isPersonNif(nif: string): boolean {
  return PERSON.test(nif);
}

function personNumber(text: string): number {
  const initial = text[0]!;
  if (initial >= '0' && initial <= '9') return Number(text.slice(0, 8));
  // X, Y, Z stand for 0, 1, 2; K, L, M for nothing.
  return Math.max('XYZ'.indexOf(initial), 0) * 10_000_000 + Number(text.slice(1, 8));
}

function isEntityControl(text: string): boolean {
  let sum = 0;
  for (let at = 1; at <= 7; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    const doubled = digit * 2;
    sum += at % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  const control = (10 - (sum % 10)) % 10;
  return text[8] === String(control) || text[8] === ENTITY_LETTERS[control];
}
