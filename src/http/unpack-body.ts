import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { type ReadOptions, readBody, UnreadBody } from './read-body.ts';

/** Ways in which a body may be packed (RFC 9110, 8.4.1; RFC 8878). */
export type Coding = 'gzip' | 'zstd';

const CHUNK_BYTES = 64 * 1024;
/** What a sender may ask its reader to remember: 8 MB (RFC 9659, 3). */
const ZSTD_WINDOW_LOG = 23;

/**
 * Unpacks a body, asking for room as it grows: one that would be too large is given up where it becomes so, not at its end.
 * @throws UnreadBody
 */
export async function unpackBody(
  packed: Buffer,
  coding: Coding,
  options: Pick<ReadOptions, 'limit' | 'take'>,
): Promise<Buffer> {
  const stream =
    coding === 'gzip'
      ? createGunzip({ chunkSize: CHUNK_BYTES })
      : createZstdDecompress({
          chunkSize: CHUNK_BYTES,
          params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
        });
  try {
    stream.end(packed);
    const body = await readBody(stream, { ...options, length: null });
    // What follows the end of what is packed would be dropped.
    if (stream.bytesWritten !== packed.length) throw new UnreadBody('wrong_coding');
    return body;
  } catch (error) {
    throw error instanceof UnreadBody ? error : new UnreadBody('wrong_coding');
  } finally {
    stream.destroy();
  }
}
