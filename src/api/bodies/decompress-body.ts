import { Readable } from 'node:stream';
import { constants, createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';
import { type ReadOptions, readBody, UnreadBody } from './read-body.ts';

/** Ways in which a body may be packed (RFC 9110, 8.4.1; RFC 8878). */
export type Coding = 'gzip' | 'zstd';

const CHUNK_BYTES = 64 * 1024;
/** What a sender may ask its reader to remember: 8 MB (RFC 9659, 3). */
const ZSTD_WINDOW_LOG = 23;

/** Of zstd, frames that follow one another (RFC 8878, 3); each costs a decompressor. */
const MAX_FRAMES = 64;
const WINDOW_TOO_LARGE = 'ZSTD_error_frameParameter_windowTooLarge';

/**
 * Unpacks a body, asking for room as it grows: one that would be too large is given up where it becomes so, not at its end.
 * @throws UnreadBody
 */
export async function decompressBody(
  packed: Buffer,
  coding: Coding,
  options: Pick<ReadOptions, 'limit' | 'take'>,
): Promise<Buffer> {
  const pieces = Readable.from(unpack(packed, coding), { objectMode: false });
  try {
    return await readBody(pieces, { ...options, length: null });
  } catch (error) {
    if (error instanceof UnreadBody) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadBody(code === WINDOW_TOO_LARGE ? 'window_too_large' : 'wrong_coding');
  } finally {
    pieces.destroy();
  }
}

/** All that is packed: what follows the end of a frame would be dropped. */
async function* unpack(packed: Buffer, coding: Coding): AsyncGenerator<Buffer, void, void> {
  let rest = packed;
  for (let frame = 0; frame === 0 || rest.length > 0; frame += 1) {
    if (frame === MAX_FRAMES) throw new UnreadBody('wrong_coding');
    const stream = open(coding);
    try {
      stream.end(rest);
      yield* stream as AsyncIterable<Buffer>;
      // gzip reads all of its members; what follows them is none.
      if (coding === 'gzip' && stream.bytesWritten < rest.length) throw new UnreadBody('wrong_coding');
      rest = rest.subarray(stream.bytesWritten);
    } finally {
      stream.destroy();
    }
  }
}

function open(coding: Coding): Gunzip | ZstdDecompress {
  if (coding === 'gzip') return createGunzip({ chunkSize: CHUNK_BYTES });
  const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG };
  return createZstdDecompress({ chunkSize: CHUNK_BYTES, params });
}
