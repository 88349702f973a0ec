import { Readable } from 'node:stream';

export type Piece = {
  /** Bytes before it. */
  readonly from: number;
  readonly bytes: number;
};

/** Little enough that reading it holds nobody up; nearly every PDF is one piece. */
const PIECE_BYTES = 256 * 1024;

/**
 * What is stored, as an answer's body: whole where it is one piece, else a stream that reads a piece when the client has taken the one before,
 * so that of an answer of any length so much is in memory.
 * @param bytes of the whole
 * @throws what `read` throws for the first piece. Where a later one fails the connection is closed, and the client finds too few bytes.
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
