import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';

/* A file that is stored as it is delivered: a zstd frame, with the SHA-256 of the file itself. */

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Far more than the largest file that is stored. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Handing a small file to another thread takes four times as long as compressing it, in 0.1 ms. */
const SMALL_BYTES = 32 * 1024;

/** A stored file. */
export type StoredFile = {
  readonly content: Buffer;
  /** SHA-256 of the file before compression. */
  readonly sha256: Buffer;
};

/** A stored file that is not as it was stored. */
export class FileDamage extends Error {
  override name = 'FileDamage';
}

/** Compresses a file for storage. */
export async function storeFile(file: Uint8Array): Promise<StoredFile> {
  const content = file.length <= SMALL_BYTES ? zstdCompressSync(file) : await compress(file);
  return { content, sha256: hash('sha256', file, 'buffer') };
}

/**
 * Returns a stored file, byte for byte.
 * @param what names the file in the error.
 * @throws FileDamage
 */
export async function restoreFile({ content, sha256 }: StoredFile, what = 'A stored file'): Promise<Buffer> {
  const file = await decompress(content, { maxOutputLength: MOST_BYTES }).catch((error: unknown) => {
    throw new FileDamage(`${what} cannot be decompressed`, { cause: error });
  });
  if (!hash('sha256', file, 'buffer').equals(sha256))
    throw new FileDamage(`${what} does not have the SHA-256 with which it was stored`);
  return file;
}
