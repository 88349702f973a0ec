/*
 * The uncompressed content of a literal block: `int2` the number of literals; for each of them
 * `int2` its position in the batch and `int4` its length in bytes; then the literals in UTF-8,
 * without separators.
 */

/** A text as hashed, sent or issued, with the position of its invoice in the batch. */
export type Literal = { readonly position: number; readonly text: string };

/** The positions to read. */
export type Wanted = ReadonlySet<number> | 'all';

/**
 * A text that PostgreSQL would refuse in a row, with the same SQLSTATE. Whether an invoice can be
 * issued does not depend on where its literal is stored.
 */
class UnstorableText extends Error {
  readonly code = '22021';
}

const COUNT_BYTES = 2;
const ENTRY_BYTES = 6;

/**
 * Writes the content of a block. The literals must be in the order of their positions.
 * @throws UnstorableText if a literal contains U+0000, which PostgreSQL does not allow in text.
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
  if (payload.includes(0, head)) throw new UnstorableText('a literal contains a NUL character');
  return payload;
}

/**
 * Reads literals by position.
 * @param wanted the positions to read. The others, which may be long, are not decoded.
 * @throws RangeError if the lengths do not add up.
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
