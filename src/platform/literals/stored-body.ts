import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  constants,
  createZstdDecompress,
  zstdCompress,
  zstdCompressSync,
  zstdDecompressSync,
  type ZstdOptions,
} from 'node:zlib';
import { dictionaryOf, NEWEST_CODEC } from './codecs.ts';

/*
 * The body of a request is stored compressed with zstd. The first byte of a small body is the codec
 * of its dictionary. All others are plain zstd frames, which begin with another byte.
 */
const FRAME = 0x28;

/** Speed matters more than size, because a client waits for the 201. */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Compressing this many bytes takes 3 ms. Larger bodies are compressed in another thread. */
const MAX_COMPRESSED_AT_ONCE = 4 * 1024 * 1024;
const compressBeside = promisify(zstdCompress);

/**
 * Below this size in bytes a body has few invoices and consists mostly of member names. Larger
 * bodies repeat each name so often that a dictionary saves less, and a thorough search takes long
 * (ops/adr/0006).
 */
const SMALL = 12 * 1024;
/**
 * With tables as small as the body, a thorough search takes no longer than the large tables of the
 * lowest level.
 */
const WELL_SEARCHED = {
  ...FASTEST.params,
  [constants.ZSTD_c_strategy]: constants.ZSTD_lazy,
  [constants.ZSTD_c_minMatch]: 4,
  [constants.ZSTD_c_searchLog]: 4,
  [constants.ZSTD_c_hashLog]: 12,
  [constants.ZSTD_c_chainLog]: 12,
  [constants.ZSTD_c_windowLog]: 14,
  [constants.ZSTD_c_checksumFlag]: 1,
};

/** Compresses a request body for storage. */
export async function compressBody(body: Uint8Array): Promise<Buffer> {
  if (body.length >= SMALL)
    return body.length <= MAX_COMPRESSED_AT_ONCE
      ? zstdCompressSync(body, FASTEST)
      : compressBeside(body, FASTEST);
  const dictionary = dictionaryOf(NEWEST_CODEC, 'bodies');
  const compressed = zstdCompressSync(body, { dictionary, params: WELL_SEARCHED });
  return Buffer.concat([Buffer.of(NEWEST_CODEC), compressed]);
}

/** The largest allowed CREATE_BODY_LIMIT, in bytes. */
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * Returns a body byte for byte.
 * @param options.maxOutputLength maximum size of the body in bytes.
 * @throws if the body is damaged or a newer release compressed it; with the code
 *   `ERR_BUFFER_TOO_LARGE` if it is larger.
 */
export function decompressBody(
  stored: Uint8Array,
  { maxOutputLength = MOST_BYTES }: Pick<ZstdOptions, 'maxOutputLength'> = {},
): Buffer {
  const [codec] = stored;
  if (codec === undefined || codec === FRAME) return zstdDecompressSync(stored, { maxOutputLength });
  if (codec > NEWEST_CODEC)
    throw new Error(`This release does not support the codec ${codec} of a stored body`);
  return zstdDecompressSync(stored.subarray(1), {
    maxOutputLength,
    dictionary: dictionaryOf(codec, 'bodies'),
  });
}

/**
 * Maximum size in bytes of a piece of a decompressed body. Smaller pieces take longer, because each
 * is a task of another thread.
 */
const PIECE_BYTES = 256 * 1024;

/**
 * Yields a body in pieces, decompressed in other threads. A reader that needs only a part of the
 * body can stop early, and little of a large body is in memory at a time.
 * @param slices the stored body, of which the first slice is not empty.
 * @throws if the body is damaged, a newer release compressed it, or it is larger than 512 MiB.
 */
export async function* decompressInPieces(
  slices: AsyncGenerator<Buffer, void, void>,
): AsyncGenerator<Buffer, void, void> {
  const first = await slices.next();
  if (first.done) return;
  const [codec] = first.value;
  const isFrame = codec === undefined || codec === FRAME;
  const decompressing = createZstdDecompress({
    chunkSize: PIECE_BYTES,
    ...(!isFrame && { dictionary: dictionaryOf(codec, 'bodies') }),
  });
  const frame = isFrame ? first.value : first.value.subarray(1);
  // The reader of the pieces receives the errors of both streams.
  pipeline(Readable.from(chain(frame, slices)), decompressing, () => undefined);
  let bytes = 0;
  for await (const piece of decompressing as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new Error('A stored body is larger than any allowed body');
    yield piece;
  }
}

async function* chain(
  first: Buffer,
  rest: AsyncGenerator<Buffer, void, void>,
): AsyncGenerator<Buffer, void, void> {
  yield first;
  yield* rest;
}
