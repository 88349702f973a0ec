import { createHash, timingSafeEqual } from 'node:crypto';

export type Credentials = { readonly user: string; readonly password: string };

/**
 * Tells whether an Authorization header carries the login, in a time that does not depend on how much of it is right.
 * HTTP Basic (RFC 7617) in UTF-8: it works with browsers and curl, and a page of another origin can't make a browser send it
 * to a rebound name.
 * @param header the value of Authorization.
 */
export function hasLogin(header: string, { user, password }: Credentials): boolean {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header) ?? [];
  if (encoded === undefined) return false;
  const given = digest(Buffer.from(encoded, 'base64').toString('utf8'));
  return timingSafeEqual(given, digest(`${user}:${password}`));
}

/* Of equal length, as timingSafeEqual wants it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
