import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/*
 * The cookies of an operator: that of the session, 256 random bits, and that of a browser in which
 * the operator has signed in (known-browser.ts). They are for this host only, hidden from scripts,
 * and not sent with requests of other sites. With TLS, the prefix of their names prevents others
 * from setting them: other hosts of the domain, or an attacker who answers without TLS.
 */

const SESSION = 'ibe_operator';
const BROWSER = 'ibe_browser';
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';
const TOKEN = /^opr_[A-Za-z0-9_-]{43}$/;
/** Browsers keep no cookie longer than 400 days. */
const BROWSER_SECONDS = 400 * 24 * 3600;

type Asked = Pick<FastifyRequest, 'protocol' | 'headers'>;

const isSecure = ({ protocol }: Asked) => protocol === 'https';
const nameFor = (request: Asked, name: string) => (isSecure(request) ? `__Host-${name}` : name);

/** Returns a new token. Only its hash is stored. */
export function newToken(): string {
  return `opr_${randomBytes(32).toString('base64url')}`;
}

/** Returns the token of a request, or null if it has none or one in another format. */
export function readToken(request: Asked): string | null {
  return readAll(request, SESSION).find((value) => TOKEN.test(value)) ?? null;
}

/** Returns the proof that this browser is known, as it was sent, or null if there is none. */
export function readBrowser(request: Asked): string | null {
  return readAll(request, BROWSER)[0] ?? null;
}

function readAll(request: Asked, cookie: string): string[] {
  const name = nameFor(request, cookie);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  return pairs.flatMap(([key, value = '']) => (key === name ? [value] : []));
}

/** Sets a cookie that ends with the browser. The database limits the lifetime of the session. */
export function setToken(request: Asked, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', write(request, SESSION, token));
}

/** Sets the cookie of a known browser. */
export function setBrowser(request: Asked, reply: FastifyReply, proof: string): void {
  reply.header('set-cookie', `${write(request, BROWSER, proof)}; Max-Age=${BROWSER_SECONDS}`);
}

/**
 * Removes the session's cookie from the browser. The session itself must be ended in the database;
 * the cookie of a known browser stays.
 */
export function clearToken(request: Asked, reply: FastifyReply): void {
  reply.header('set-cookie', `${write(request, SESSION, '')}; Max-Age=0`);
}

function write(request: Asked, cookie: string, value: string): string {
  return `${nameFor(request, cookie)}=${value}; ${ATTRIBUTES}${isSecure(request) ? '; Secure' : ''}`;
}
