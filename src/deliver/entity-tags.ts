import type { FastifyReply } from 'fastify';

/** Writes the entity tag of a file. @param sha256 hash that is equal only for equal bytes. */
export function writeEtag(sha256: Buffer): string {
  return `"${sha256.toString('hex')}"`;
}

/**
 * Returns whether `If-None-Match` contains an ETag: a list of ETags, compared weakly, or `*` (RFC
 * 9110, 13.1.2).
 */
export function isNamed(etag: string, ifNoneMatch = ''): boolean {
  const names = ifNoneMatch.split(',').map((name) => name.trim().replace(/^W\//, ''));
  return names.includes(etag) || names.includes('*');
}

/**
 * Allows the client to store a file. The client must revalidate it before each use, because an
 * annulment can replace it.
 */
export function allowKeeping(reply: FastifyReply, etag: string): FastifyReply {
  return reply
    .removeHeader('Cache-Control')
    .cacheControl('private')
    .cacheControl('max-age', 0)
    .cacheControl('must-revalidate')
    .header('ETag', etag);
}
