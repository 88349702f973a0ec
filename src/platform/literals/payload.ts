/*
 * The bytes that a literal block compresses: `int2` the number of literals, for each of them `int2` its position in the batch and `int4` its length in bytes, then the literals in
 * UTF-8, one after the other.
 */

/** A text as it was hashed, sent or issued, with the position of its invoice in the batch. */
export type Literal = { readonly position: number; readonly text: string };

/** Positions. */
export type Wanted = ReadonlySet<number> | 'all';

/** A text that PostgreSQL would refuse in a row, with the code by which it does: where a literal lies makes no difference to what may be issued. */
class UnstorableText extends Error {
  readonly code = '22021';
}

const COUNT_BYTES = 2;
const ENTRY_BYTES = 6;

/**
 * Writes literals, which come in the order of their positions, behind each other.
 * @throws UnstorableText where one has a character that no text of PostgreSQL may have.
 */
export function buildPayload(literals: readonly Literal[]): Buffer {
  const lengths = literals.map(({ text }) => Buffer.byteLength(text));
  const head = COUNT_BYTES + ENTRY_BYTES * literals.length;
  const payload = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, head));
  payload.writeInt16BE(literals.length);
  let entry = COUNT_BYTES;
  let at = head;
  literals.forEach(({ position, text }, index) => {
    entry = payload.writeInt16BE(position, entry);
    entry = payload.writeInt32BE(lengths[index]!, entry);
    at += payload.write(text, at);
  });
  if (payload.includes(0, head)) throw new UnstorableText('a literal has a character with the code 0');
  return payload;
}

/**
 * Reads literals by their positions.
 * @param wanted of them; the others, which may be long, are not read.
 * @throws RangeError where the lengths do not add up.
 */
export function readPayload(payload: Buffer, wanted: Wanted): Map<number, string> {
  const count = payload.readInt16BE(0);
  const literals = new Map<number, string>();
  let at = COUNT_BYTES + ENTRY_BYTES * count;
  for (let entry = COUNT_BYTES; entry < COUNT_BYTES + ENTRY_BYTES * count; entry += ENTRY_BYTES) {
    const position = payload.readInt16BE(entry);
    const end = at + payload.readInt32BE(entry + 2);
    if (wanted === 'all' || wanted.has(position)) literals.set(position, payload.toString('utf8', at, end));
    at = end;
  }
  if (at !== payload.length) throw new RangeError('the lengths of its literals do not add up');
  return literals;
}
