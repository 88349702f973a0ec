import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../contracts/html-template.ts';

/* Everything comes from here and nothing is inline; forms lead back here, and nobody may frame a page. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Sends a page of ours, or its main part. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .type('text/html; charset=utf-8')
    .send(String(page));
}

/** The same, or 304 where the asker has it already. */
export function sendIfNew(request: FastifyRequest, reply: FastifyReply, part: Html): FastifyReply {
  const tag = `"${createHash('sha256').update(String(part)).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : sendPage(reply, part);
}
