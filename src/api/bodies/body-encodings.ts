import { MIMEType } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../../contracts/api-error.ts';
import type { Coding } from './decompress-body.ts';

/** Names that clients use for UTF-8, the only encoding of JSON (RFC 8259, 8.1). */
const UTF_8 = new Set(['utf-8', 'utf8']);

/** `x-gzip` is an old name of gzip (RFC 9110, 8.4.1.3). */
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['zstd', 'zstd'],
]);

/**
 * Refuses bodies that are not UTF-8 JSON, either uncompressed or compressed with gzip or zstd. Runs
 * after authentication and before the body is read. JSON has no charset parameter (RFC 8259, 11). A
 * client that names a charset other than UTF-8 may really use it, and its letters would be misread.
 * @throws 415
 */
export function installEncodingCheck(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ method, is404, headers }, reply) => {
    if (method !== 'POST' || is404) return;
    const transfer = headers['transfer-encoding'] ?? 'chunked';
    if (transfer.toLowerCase() !== 'chunked') {
      throw apiError('wrong_transfer_encoding', {});
    }
    if (!isKnown(headers['content-encoding'])) {
      reply.header('Accept-Encoding', 'gzip, zstd');
      throw apiError('wrong_content_encoding', {});
    }
    const charset = readCharset(headers['content-type']);
    if (charset !== null && !UTF_8.has(charset)) throw apiError('wrong_charset', {});
  });
}

/**
 * Returns the compression of a body by its Content-Encoding.
 * @returns null if the body is not compressed, or if the encoding is one that
 *   `installEncodingCheck` refuses.
 */
export function readCoding(encoding: string | undefined): Coding | null {
  return CODINGS.get(listCodings(encoding)[0] ?? 'identity') ?? null;
}

/**
 * At most one coding is allowed: a body that is compressed twice would have to be decompressed
 * twice.
 */
function isKnown(encoding: string | undefined): boolean {
  const codings = listCodings(encoding);
  return codings.length === 0 || (codings.length === 1 && CODINGS.has(codings[0]!));
}

/** `identity` means no encoding (RFC 9110, 8.4.1). */
function listCodings(encoding: string | undefined): string[] {
  if (encoding === undefined) return [];
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== 'identity');
}

/**
 * Returns the charset in lower case, or null if there is none. Another media type than JSON is
 * refused elsewhere.
 */
function readCharset(type: string | undefined): string | null {
  try {
    const { essence, params } = new MIMEType(type ?? '');
    return essence === 'application/json' ? (params.get('charset')?.toLowerCase() ?? null) : null;
  } catch {
    return null;
  }
}
