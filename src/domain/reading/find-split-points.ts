const COMMA = 0x2c;
const SPACE = 0x20;

/** What stands before the first invoice of a part of a body, and behind its last one. */
export const OPENING = '{"invoice_batch":{"invoices":[';
export const CLOSING = ']}}';

/** How invoices seem to begin in a body: the brace of the first one and the name of its first member; null when there is none. */
export function findBeginning(body: Buffer): Buffer | null {
  const list = body.indexOf('[', body.indexOf('"invoices"'));
  const start = body.indexOf('{', list);
  const name = body.indexOf('"', start);
  const end = body.indexOf('"', name + 1) + 1;
  return list === -1 || start === -1 || name === -1 || end === 0 ? null : body.subarray(start, end);
}

/**
 * Finds a comma behind which an invoice seems to begin, before a place and as near to it as possible: inside a text the quotes would be escaped,
 * and lines have no members of that name.
 */
export function findComma(body: Buffer, beginning: Buffer, from: number, place: number): number | null {
  const next = body.subarray(from, place).lastIndexOf(beginning);
  let at = from + next - 1;
  while (at > from && body[at]! <= SPACE) at -= 1;
  return at > from && body[at] === COMMA ? at : null;
}
