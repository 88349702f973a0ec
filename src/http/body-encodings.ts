import type { FastifyInstance } from 'fastify';

/** The text encoding that a Content-Type names. */
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/**
 * Refuses bodies that are not JSON in UTF-8 as they are: read as if they were, they would say something else. Comes after authentication, before the body is
 * read.
 * @throws 415
 */
export function installEncodingCheck(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ method, is404, headers }) => {
    if (method !== 'POST' || is404) return;
    const transfer = headers['transfer-encoding'] ?? 'chunked';
    if (headers['content-encoding'] !== undefined || transfer.toLowerCase() !== 'chunked') {
      throw app.httpErrors.unsupportedMediaType('Body must not be encoded; send it as it is');
    }
    const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
    if (!/^utf-?8$/i.test(charset)) {
      throw app.httpErrors.unsupportedMediaType('Body must be UTF-8; charset must say so or be left out');
    }
  });
}
