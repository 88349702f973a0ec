import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** The fastest level: 10,000 records are compressed to a thirtieth in any case. */
const LEVEL = { level: 1 };
/** More than the largest message, and the largest answer, have. */
const MAX_BYTES = 256 * 1_048_576;

/** Compresses bytes by `deflate`, in base64. */
export function compress(bytes: Uint8Array): string {
  return deflateRawSync(bytes, LEVEL).toString('base64');
}

/** Returns the text in UTF-8 that was compressed. */
export function expand(text: string): string {
  return inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: MAX_BYTES }).toString('utf8');
}
