const PERSON = /^[\dXYZKLM]\d{7}[A-Z]$/;
const ENTITY = /^(?:[ABEH]\d{8}|[NPQRSW]\d{7}[A-J]|[CDFGJUV]\d{7}[\dA-J])$/;

/**
 * Returns whether a text in upper case and without separators is a NIF with a correct control
 * character (RD 1065/2007 arts. 19 and 20, Orden EHA/451/2008).
 */
export function isNif(text: string): boolean {
  if (PERSON.test(text)) {
    const number = Number(
      text
        .slice(0, 8)
        .replace(/^[XKLM]/, '0')
        .replace('Y', '1')
        .replace('Z', '2'),
    );
    return text[8] === 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23];
  }
  if (!ENTITY.test(text)) return false;
  const digits = Array.from(text.slice(1, 8), Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = digit * 2;
    return total + (index % 2 === 1 ? digit : doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  const control = (10 - (sum % 10)) % 10;
  return text[8] === String(control) || text[8] === 'JABCDEFGHI'[control];
}
