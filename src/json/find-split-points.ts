const COMMA = 0x2c;
const SPACE = 0x20;

/** The text before the first invoice and after the last one in a part of a split body. */
export const OPENING = '{"invoice_batch":{"invoices":[';
export const CLOSING = ']}}';

/**
 * Returns the probable beginning of every invoice in a body: the brace of the first invoice and the
 * name of its first member; null if there is none.
 */
export function findBeginning(body: Buffer): Buffer | null {
  const list = body.indexOf('[', body.indexOf('"invoices"'));
  const start = body.indexOf('{', list);
  const name = body.indexOf('"', start);
  const end = body.indexOf('"', name + 1) + 1;
  return list === -1 || start === -1 || name === -1 || end === 0 ? null : body.subarray(start, end);
}

/**
 * Finds the last comma before a place that is followed by the probable beginning of an invoice. The
 * beginning cannot occur inside a string, where quotes are escaped, or in a line, which has no
 * member of that name.
 */
export function findComma(body: Buffer, beginning: Buffer, from: number, place: number): number | null {
  const next = body.subarray(from, place).lastIndexOf(beginning);
  let at = from + next - 1;
  while (at > from && body[at]! <= SPACE) at -= 1;
  return at > from && body[at] === COMMA ? at : null;
}
