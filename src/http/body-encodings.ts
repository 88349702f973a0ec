import { MIMEType } from 'node:util';
import type { FastifyInstance } from 'fastify';

/** The names that clients have for the one way in which JSON is written (RFC 8259, 8.1). */
const UTF_8 = new Set(['utf-8', 'utf8']);

/**
 * Refuses bodies that are not JSON in UTF-8 as they are. Comes after authentication, before the body is read. JSON has no charset (RFC 8259, 11), but
 * who names another one than UTF-8 may mean it: its letters would be read as others, or refused without the reason.
 * @throws 415
 */
export function installEncodingCheck(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ method, is404, headers }) => {
    if (method !== 'POST' || is404) return;
    const transfer = headers['transfer-encoding'] ?? 'chunked';
    if (isEncoded(headers['content-encoding']) || transfer.toLowerCase() !== 'chunked') {
      throw app.httpErrors.unsupportedMediaType('Body must not be encoded; send it as it is');
    }
    const charset = readCharset(headers['content-type']);
    if (charset !== null && !UTF_8.has(charset))
      throw app.httpErrors.unsupportedMediaType('The charset in Content-Type must be utf-8: JSON is UTF-8');
  });
}

/** `identity` is no encoding (RFC 9110, 8.4.1). */
function isEncoded(encoding: string | undefined): boolean {
  if (encoding === undefined) return false;
  return encoding.split(',').some((each) => each.trim().toLowerCase() !== 'identity');
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
