import { MIMEType } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../../contracts/api-error.ts';
import type { Coding } from './decompress-body.ts';

/** The names that clients have for the one way in which JSON is written (RFC 8259, 8.1). */
const UTF_8 = new Set(['utf-8', 'utf8']);

/** `x-gzip` is an old name (RFC 9110, 8.4.1.3). */
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['zstd', 'zstd'],
]);

/**
 * Refuses bodies that are not JSON in UTF-8, as they are or packed by gzip or zstd. Comes after authentication, before the body is read. JSON has no charset (RFC 8259, 11), but
 * who names another one than UTF-8 may mean it: its letters would be read as others, or refused without the reason.
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

/** How the body is packed, by its Content-Encoding. @returns null where it comes as it is; what is refused too. */
export function readCoding(encoding: string | undefined): Coding | null {
  return CODINGS.get(listCodings(encoding)[0] ?? 'identity') ?? null;
}

/** A body that is packed twice would have to be unpacked twice. */
function isKnown(encoding: string | undefined): boolean {
  const codings = listCodings(encoding);
  return codings.length === 0 || (codings.length === 1 && CODINGS.has(codings[0]!));
}

/** `identity` is no encoding (RFC 9110, 8.4.1). */
function listCodings(encoding: string | undefined): string[] {
  if (encoding === undefined) return [];
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== 'identity');
}

/** @returns in small letters; null where there is none. Another type than JSON is refused as such. */
function readCharset(type: string | undefined): string | null {
  try {
    const { essence, params } = new MIMEType(type ?? '');
    return essence === 'application/json' ? (params.get('charset')?.toLowerCase() ?? null) : null;
  } catch {
    return null;
  }
}
