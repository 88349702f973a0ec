import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/*
 * The cookie of an operator's session: 256 random bits, for this host only, hidden from scripts, and not sent
 * with requests of other sites. With TLS, the prefix of its name prevents others from setting it: other hosts
 * of the domain, or an attacker who answers without TLS.
 */

const NAME = 'ibe_operator';
const SECURE_NAME = `__Host-${NAME}`;
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';
const TOKEN = /^opr_[A-Za-z0-9_-]{43}$/;

type Asked = Pick<FastifyRequest, 'protocol' | 'headers'>;

const isSecure = ({ protocol }: Asked) => protocol === 'https';
const nameFor = (request: Asked) => (isSecure(request) ? SECURE_NAME : NAME);

/** Returns a new token. Only its hash is stored. */
export function newToken(): string {
  return `opr_${randomBytes(32).toString('base64url')}`;
}

/** Returns the token of a request, or null if it has none or one in another format. */
export function readToken(request: Asked): string | null {
  const name = nameFor(request);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2);
    if (key === name && TOKEN.test(value)) return value;
  }
  return null;
}

/** Sets a cookie that ends with the browser. The database limits the lifetime of the session. */
export function setToken(request: Asked, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', write(request, token));
}

export function clearToken(request: Asked, reply: FastifyReply): void {
  reply.header('set-cookie', `${write(request, '')}; Max-Age=0`);
}

function write(request: Asked, value: string): string {
  return `${nameFor(request)}=${value}; ${ATTRIBUTES}${isSecure(request) ? '; Secure' : ''}`;
}
