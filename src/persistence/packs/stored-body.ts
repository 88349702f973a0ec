import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync, type ZstdOptions } from 'node:zlib';
import { dictionaryOf, NEWEST_CODEC } from './codecs.ts';

/*
 * A body as its client sent it is kept compressed with zstd. The first byte of those with a dictionary tells their codec; those without, of releases that knew
 * none and while packing has not begun, are frames of zstd and begin with theirs.
 */
const PLAIN_BODY = 0x28;

/** What it takes counts more than what it saves: somebody waits for the 201. */
const FASTEST = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Compressing so much takes 3 ms; more is left to another thread. */
const MAX_COMPRESSED_AT_ONCE = 4 * 1024 * 1024;
const compressBeside: (bytes: Uint8Array, options: ZstdOptions) => Promise<Buffer> = promisify(zstdCompress);

/** @param hasDictionary whether every process that runs can read it: packing has begun. */
export async function packBody(body: Uint8Array, hasDictionary: boolean): Promise<Buffer> {
  if (!hasDictionary) return compress(body, { params: FASTEST });
  const packed = await compress(body, {
    dictionary: dictionaryOf(NEWEST_CODEC, 'bodies'),
    params: { ...FASTEST, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return Buffer.concat([Buffer.of(NEWEST_CODEC), packed]);
}

async function compress(body: Uint8Array, options: ZstdOptions): Promise<Buffer> {
  return body.length <= MAX_COMPRESSED_AT_ONCE
    ? zstdCompressSync(body, options)
    : compressBeside(body, options);
}

/**
 * Gives a body back, byte for byte.
 * @param options.maxOutputLength no more is unpacked.
 * @throws where it is damaged, or a newer release packed it; `ERR_BUFFER_TOO_LARGE` where it is longer.
 */
export function unpackBody(stored: Uint8Array, options: Pick<ZstdOptions, 'maxOutputLength'> = {}): Buffer {
  const [codec] = stored;
  if (codec === undefined || codec === PLAIN_BODY) return zstdDecompressSync(stored, options);
  if (codec > NEWEST_CODEC)
    throw new Error(`The stored body has codec ${codec}, which this release does not know`);
  return zstdDecompressSync(stored.subarray(1), { ...options, dictionary: dictionaryOf(codec, 'bodies') });
}
