import { Readable } from 'node:stream';
import { constants, createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';
import { type ReadOptions, readBody, UnreadBody } from './read-body.ts';

/** Supported compressions of a body (RFC 9110, 8.4.1; RFC 8878). */
export type Coding = 'gzip' | 'zstd';

const CHUNK_BYTES = 64 * 1024;
/**
 * Logarithm of the largest window that a zstd sender may require of the receiver: 8 MB (RFC 9659,
 * 3).
 */
const ZSTD_WINDOW_LOG = 23;

/**
 * Maximum number of consecutive zstd frames (RFC 8878, 3). Each frame needs its own decompressor.
 */
const MAX_FRAMES = 64;
const WINDOW_TOO_LARGE = 'ZSTD_error_frameParameter_windowTooLarge';

/**
 * Decompresses a body and reserves memory as it grows. A body over the limit is abandoned as soon
 * as it exceeds the limit.
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

/**
 * Decompresses all frames, because a decompressor drops the data after the end of the first frame.
 */
async function* unpack(packed: Buffer, coding: Coding): AsyncGenerator<Buffer, void, void> {
  let rest = packed;
  for (let frame = 0; frame === 0 || rest.length > 0; frame += 1) {
    if (frame === MAX_FRAMES) throw new UnreadBody('wrong_coding');
    const stream = open(coding);
    try {
      stream.end(rest);
      yield* stream as AsyncIterable<Buffer>;
      // gzip reads all of its members itself; remaining bytes do not belong to any member.
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
