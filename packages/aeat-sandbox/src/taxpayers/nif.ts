const PERSON_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const ENTITY_LETTERS = 'JABCDEFGHI';
const PERSON = /^(?:\d{8}|[XYZ]\d{7}|[KLM]\d{7})[A-Z]$/;
const ENTITY = /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/;
const CLOSED_BY_LETTER = /^[NPQRSW]/;
const CLOSED_BY_DIGIT = /^[ABEH]/;

/**
 * Returns whether a text has the form and the control character of a NIF. This code is independent
 * of the engine's own, which it checks.
 */
export function isWellFormedNif(text: string): boolean {
  if (PERSON.test(text)) return text.at(-1) === PERSON_LETTERS[readPersonNumber(text) % 23];
  return ENTITY.test(text) && isEntityControl(text);
}

/** Returns whether a NIF belongs to a natural person: DNI, NIE or a K, L, M number. */
export function isNaturalPerson(nif: string): boolean {
  return /^[\dXYZKLM]/.test(nif);
}

function readPersonNumber(text: string): number {
  const digits = text.slice(0, -1);
  return Number(
    digits
      .replace(/^[XKLM]/, '0')
      .replace('Y', '1')
      .replace('Z', '2'),
  );
}

function isEntityControl(text: string): boolean {
  const digits = Array.from(text.slice(1, 8), Number);
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 1) return total + digit;
    const doubled = String(digit * 2);
    return total + Number(doubled[0]) + Number(doubled[1] ?? 0);
  }, 0);
  const control = (10 - (sum % 10)) % 10;
  const closing = text[8];
  if (CLOSED_BY_LETTER.test(text)) return closing === ENTITY_LETTERS[control];
  if (CLOSED_BY_DIGIT.test(text)) return closing === String(control);
  return closing === String(control) || closing === ENTITY_LETTERS[control];
}
