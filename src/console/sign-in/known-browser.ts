import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/**
 * Returns the proof that a browser has signed in as an operator, which it keeps in a cookie. It is derived from
 * the secret of the second factor: nobody who only knows the password can forge it, and it ends with that
 * secret.
 */
export function proveBrowser(login: string, factor: string): string {
  return createHmac('sha256', factor).update(`known browser of the operator ${login}`).digest('base64url');
}

export function isKnownBrowser(login: string, factor: string, given: string | null): boolean {
  const expected = proveBrowser(login, factor);
  return timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', given ?? '', 'buffer'));
}
