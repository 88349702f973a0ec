import { Readable } from 'node:stream';

export type Piece = {
  /** Offset of the piece in bytes. */
  readonly from: number;
  readonly bytes: number;
};

/**
 * Small enough that reading a piece does not delay other requests. Nearly every PDF fits in one
 * piece.
 */
const PIECE_BYTES = 256 * 1024;

/**
 * Returns stored bytes as the body of an answer: a buffer if they fit in one piece, otherwise a
 * stream. The stream reads the next piece when the client has taken the previous one, so an answer
 * of any length occupies little memory.
 * @param bytes length of the whole
 * @throws what `read` throws for the first piece. If a later piece fails, the connection is closed
 *   and the client receives too few bytes.
 */
export async function readInPieces(
  bytes: number,
  read: (piece: Piece) => Promise<Buffer>,
): Promise<Buffer | Readable> {
  const readFrom = (from: number) => read({ from, bytes: Math.min(PIECE_BYTES, bytes - from) });
  const first = await readFrom(0);
  if (first.length === bytes) return first;
  return Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE_BYTES });

  async function* pieces() {
    yield first;
    for (let from = first.length; from < bytes; from += PIECE_BYTES) yield await readFrom(from);
  }
}
