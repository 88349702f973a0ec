const PERSON_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const ENTITY_LETTERS = 'JABCDEFGHI';

/** Natural persons: DNI, NIE (X, Y, Z), and the K, L, M numbers of persons who have neither. */
const PERSON = /^[0-9XYZKLM][0-9]{7}[A-Z]$/;
/**
 * Entities: the control character is a digit for some kinds, a letter for others, and either for
 * the rest.
 */
const ENTITY = /^(?:[ABEH][0-9]{8}|[NPQRSW][0-9]{7}[A-J]|[CDFGJUV][0-9]{7}[0-9A-J])$/;
const FOREIGNER = /^[XYZ]/;
const SEPARATORS = /[\s.-]+/g;
const LOWER_CASE = /[a-z]+/g;

/**
 * Removes white space, dots and hyphens, and converts ASCII letters to upper case. Other characters
 * remain and are refused later: Unicode upper case would turn `ı` or `ſ` into a valid `I` or `S`.
 */
export function normaliseIdentifier(text: string): string {
  return text.replace(SEPARATORS, '').replace(LOWER_CASE, (letters) => letters.toUpperCase());
}

/**
 * Returns whether a normalised text is a NIF, NIE or CIF with a correct control character (RD
 * 1065/2007 arts. 19 and 20, Orden EHA/451/2008).
 */
export function isNif(text: string): boolean {
  if (PERSON.test(text)) return text[8] === PERSON_LETTERS[personNumber(text) % 23];
  return ENTITY.test(text) && isEntityControl(text);
}

const PREFIX = 'ES';

/**
 * Returns the NIF after Spain's VAT prefix in a normalised text such as `ESB12345674`; null for any
 * other text.
 */
export function nifBehindPrefix(text: string): string | null {
  const nif = text.slice(PREFIX.length);
  return text.startsWith(PREFIX) && isNif(nif) ? nif : null;
}

/** Returns whether a valid NIF is a NIE. */
export function isNie(nif: string): boolean {
  return FOREIGNER.test(nif);
}

/**
 * Returns whether a valid NIF belongs to a natural person: a DNI, a NIE, or a number that begins
 * with K, L or M.
 */
export function isPersonNif(nif: string): boolean {
  return PERSON.test(nif);
}

/**
 * Comunidades de bienes and herencias yacentes, comunidades de propietarios and sociedades civiles.
 */
const ATTRIBUTES_INCOME = /^[EHJ]/;

/**
 * Returns whether a valid NIF belongs to an entity whose income is that of its members (Ley
 * 35/2006, art. 8.3; Orden EHA/451/2008).
 */
export function hasMembersIncome(nif: string): boolean {
  return ATTRIBUTES_INCOME.test(nif);
}

function personNumber(text: string): number {
  const initial = text[0]!;
  if (initial >= '0' && initial <= '9') return Number(text.slice(0, 8));
  // X, Y and Z count as the digits 0, 1 and 2; K, L and M are ignored.
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
