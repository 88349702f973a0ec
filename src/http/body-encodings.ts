import type { FastifyInstance } from 'fastify';

/**
 * Refuses bodies that are not JSON as they are. Comes after authentication, before the body is read. A charset means nothing for JSON (RFC 8259, 11):
 * bytes are UTF-8 or refused.
 * @throws 415
 */
export function installEncodingCheck(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ method, is404, headers }) => {
    if (method !== 'POST' || is404) return;
    const transfer = headers['transfer-encoding'] ?? 'chunked';
    if (headers['content-encoding'] !== undefined || transfer.toLowerCase() !== 'chunked') {
      throw app.httpErrors.unsupportedMediaType('Body must not be encoded; send it as it is');
    }
  });
}
