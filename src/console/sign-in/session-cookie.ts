import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/*
 * The cookie of an operator's session: 256 random bits, for this host alone, never told to scripts, nor sent with what other sites ask for. Where there is TLS its name
 * keeps everybody else from setting it: neighbours in the domain, or somebody on the way who answers without TLS.
 */

const NAME = 'ibe_operator';
const SECURE_NAME = `__Host-${NAME}`;
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';
const TOKEN = /^opr_[A-Za-z0-9_-]{43}$/;

type Asked = Pick<FastifyRequest, 'protocol' | 'headers'>;

const isSecure = ({ protocol }: Asked) => protocol === 'https';
const nameFor = (request: Asked) => (isSecure(request) ? SECURE_NAME : NAME);

/** A new token. Only its hash is kept. */
export function newToken(): string {
  return `opr_${randomBytes(32).toString('base64url')}`;
}

/** The token that a request brings; null where it brings none, or something else under its name. */
export function readToken(request: Asked): string | null {
  const name = nameFor(request);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2);
    if (key === name && TOKEN.test(value)) return value;
  }
  return null;
}

/** It ends with the browser; how long a session lasts, the database decides. */
export function setToken(request: Asked, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', write(request, token));
}

export function clearToken(request: Asked, reply: FastifyReply): void {
  reply.header('set-cookie', `${write(request, '')}; Max-Age=0`);
}

function write(request: Asked, value: string): string {
  return `${nameFor(request)}=${value}; ${ATTRIBUTES}${isSecure(request) ? '; Secure' : ''}`;
}
