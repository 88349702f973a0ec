import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../domain/html/html-template.ts';

/*
 * Everything is loaded from this server and nothing is inline. Forms may only be sent to this
 * server, and no page may frame these.
 */
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

/** Sends a page or its main part. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .type('text/html; charset=utf-8')
    .send(String(page));
}

/** Does the same, or answers 304 if the client already has this version. */
export function sendIfNew(request: FastifyRequest, reply: FastifyReply, part: Html): FastifyReply {
  const tag = `"${createHash('sha256').update(String(part)).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : sendPage(reply, part);
}
