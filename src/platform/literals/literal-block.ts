import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  constants,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import { dictionaryOf, NEWEST_CODEC, type LiteralTable } from './codecs.ts';
import { buildPayload, type Literal, readPayload, type Wanted } from './payload.ts';

const compress = promisify(zstdCompress);
const decompress: (bytes: Uint8Array, options: ZstdOptions) => Promise<Buffer> = promisify(zstdDecompress);

/**
 * From this size in bytes, compressing in another thread saves this thread more time than it costs.
 */
const LARGE = 1024 * 1024;
/**
 * Below this size in bytes, a higher compression level costs no noticeable time and saves a tenth.
 */
const SMALL = 32 * 1024;

/** The usual compression ratio of a block. It is lower for a block with one literal. */
const USUAL_RATIO = 24;
const LEAST_CHUNK = 16 * 1024;
/**
 * The maximum size of a block's literals in bytes. A block has at most 64 literals, and the texts
 * and lines of an invoice are limited. A block that claims more is damaged or was crafted to
 * exhaust memory.
 */
const MOST_BYTES = 256 * 1024 * 1024;

/** The literals of some invoices, compressed. */
export type LiteralBlock = {
  readonly codec: number;
  /** SHA-256 of the bytes before compression. */
  readonly sha256: Buffer;
  readonly content: Buffer;
};

/** A literal block that cannot be decompressed. */
export class BlockDamage extends Error {}

/** Compresses literals, which must be in the order of their positions. */
export async function compressLiterals(
  table: LiteralTable,
  literals: readonly Literal[],
): Promise<LiteralBlock> {
  const payload = buildPayload(literals);
  const options: ZstdOptions = {
    dictionary: dictionaryOf(NEWEST_CODEC, table),
    params: {
      [constants.ZSTD_c_compressionLevel]: payload.length < SMALL ? 6 : 3,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  };
  const content =
    payload.length < LARGE ? zstdCompressSync(payload, options) : await compress(payload, options);
  return { codec: NEWEST_CODEC, sha256: hash('sha256', payload, 'buffer'), content };
}

/**
 * Returns the literals byte for byte, by position.
 * @param wanted the positions to return. The whole block is verified in any case.
 * @throws BlockDamage if the literals differ from those that were compressed, or if a newer release
 *   compressed them.
 */
export async function decompressLiterals(
  table: LiteralTable,
  block: LiteralBlock,
  wanted: Wanted = 'all',
): Promise<Map<number, string>> {
  try {
    const { length } = block.content;
    const options: ZstdOptions = {
      dictionary: dictionaryOf(block.codec, table),
      maxOutputLength: MOST_BYTES,
      chunkSize: Math.max(LEAST_CHUNK, Math.min(length * USUAL_RATIO, LARGE)),
    };
    const payload =
      length * USUAL_RATIO < LARGE
        ? zstdDecompressSync(block.content, options)
        : await decompress(block.content, options);
    if (!hash('sha256', payload, 'buffer').equals(block.sha256))
      throw new Error('its literals differ from those that were compressed');
    return readPayload(payload, wanted);
  } catch (error) {
    throw new BlockDamage((error as Error).message, { cause: error });
  }
}
