import { createHash, timingSafeEqual } from 'node:crypto';

export type Credentials = { readonly user: string; readonly password: string };

/**
 * Returns whether an Authorization header contains the login. The time does not depend on how much
 * of it is correct. HTTP Basic (RFC 7617) in UTF-8 works with browsers and curl. A page of another
 * origin cannot make a browser send it, not even by DNS rebinding.
 * @param header value of Authorization.
 */
export function hasLogin(header: string, { user, password }: Credentials): boolean {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header) ?? [];
  if (encoded === undefined) return false;
  const given = digest(Buffer.from(encoded, 'base64').toString('utf8'));
  return timingSafeEqual(given, digest(`${user}:${password}`));
}

/* Hashes both sides to equal length, as timingSafeEqual requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
