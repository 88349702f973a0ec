const OPENING = Buffer.from('{"invoice_batch":{"invoices":[');
const CLOSING = Buffer.from(']}}');
const COMMA = 0x2c;
const SPACE = 0x20;

/**
 * Cuts the body of a create request between two invoices, so that two threads halve the work, and makes a body of each half. Both are right
 * exactly if the whole is: what parses up to the cut once its list is closed leaves the parser where the second half begins. So the cut may
 * be a guess: a wrong one makes a half that is wrong. What only the halves together can tell is left to the caller: how many invoices there
 * are, a label in both halves, numbers that are used twice.
 * @returns the halves, in shared memory; null when there is nowhere to cut.
 */
export function cutBody(body: Buffer): readonly [Uint8Array, Uint8Array] | null {
  const cut = findComma(body);
  if (cut === null) return null;
  return [join(body.subarray(0, cut), CLOSING), join(OPENING, body.subarray(cut + 1))];
}

/**
 * Finds a comma near the middle behind which an invoice begins like the first one, with the same member: inside a text the quotes would be
 * escaped, and lines have no members of that name.
 */
function findComma(body: Buffer): number | null {
  const list = body.indexOf('[', body.indexOf('"invoices"'));
  const start = body.indexOf('{', list);
  const name = body.indexOf('"', start);
  const end = body.indexOf('"', name + 1) + 1;
  if (list === -1 || start === -1 || name === -1 || end === 0) return null;
  const next = body.lastIndexOf(body.subarray(start, end), body.length / 2);
  let at = next - 1;
  while (at > end && body[at]! <= SPACE) at -= 1;
  return at > end && body[at] === COMMA ? at : null;
}

function join(...pieces: readonly Buffer[]): Uint8Array {
  const whole = new Uint8Array(new SharedArrayBuffer(pieces.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
