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
import { dictionaryOf, NEWEST_CODEC, type PackedTable } from './codecs.ts';
import { buildPayload, type Literal, readPayload, type Wanted } from './payload.ts';

const compress = promisify(zstdCompress);
const decompress: (bytes: Uint8Array, options: ZstdOptions) => Promise<Buffer> = promisify(zstdDecompress);

/** From so many bytes on a thread takes less of our time than it costs. */
const LARGE = 1024 * 1024;
/** Below it a higher level costs nothing and saves a tenth. */
const SMALL = 32 * 1024;

/** How many times as large literals are as their pack; a pack of one has less. */
const USUAL_RATIO = 24;
const LEAST_CHUNK = 16 * 1024;
/** Of the literals of a pack: 64 at most, of invoices whose texts and lines are bounded. A pack that says more is damaged, or was made to take our memory. */
const MOST_BYTES = 256 * 1024 * 1024;

/** The literals of some invoices as bytes. */
export type Pack = {
  readonly codec: number;
  /** Of what was compressed. */
  readonly sha256: Buffer;
  readonly content: Buffer;
};

/** A pack whose literals cannot be had back. */
export class PackDamage extends Error {}

/** Compresses literals, which come in the order of their positions. */
export async function packLiterals(table: PackedTable, literals: readonly Literal[]): Promise<Pack> {
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
 * Gives the literals back, byte for byte, by their positions.
 * @param wanted of them: the whole pack is looked at all the same.
 * @throws PackDamage where they are others than were packed, or a newer release packed them.
 */
export async function unpackLiterals(
  table: PackedTable,
  pack: Pack,
  wanted: Wanted = 'all',
): Promise<Map<number, string>> {
  try {
    const { length } = pack.content;
    const options: ZstdOptions = {
      dictionary: dictionaryOf(pack.codec, table),
      maxOutputLength: MOST_BYTES,
      chunkSize: Math.max(LEAST_CHUNK, Math.min(length * USUAL_RATIO, LARGE)),
    };
    const payload =
      length * USUAL_RATIO < LARGE
        ? zstdDecompressSync(pack.content, options)
        : await decompress(pack.content, options);
    if (!hash('sha256', payload, 'buffer').equals(pack.sha256))
      throw new Error('its literals are others than were packed');
    return readPayload(payload, wanted);
  } catch (error) {
    throw new PackDamage((error as Error).message, { cause: error });
  }
}
