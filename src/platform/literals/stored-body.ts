import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync, type ZstdOptions } from 'node:zlib';
import { dictionaryOf, NEWEST_CODEC } from './codecs.ts';

/*
 * The body of a request is stored compressed with zstd. The first byte of a small body is the codec of its
 * dictionary. All others are plain zstd frames, which begin with another byte.
 */
const FRAME = 0x28;

/** Speed matters more than size, because a client waits for the 201. */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Compressing this many bytes takes 3 ms. Larger bodies are compressed in another thread. */
const MAX_COMPRESSED_AT_ONCE = 4 * 1024 * 1024;
const compressBeside = promisify(zstdCompress);

/**
 * Below this size in bytes a body has few invoices and consists mostly of member names. Larger bodies repeat each
 * name so often that a dictionary saves less, and a thorough search takes long (ops/adr/0006).
 */
const SMALL = 12 * 1024;
/**
 * With tables as small as the body, a thorough search takes no longer than the large tables of the lowest level.
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
 * @throws if the body is damaged or a newer release compressed it; with the code `ERR_BUFFER_TOO_LARGE` if it is
 * larger.
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
