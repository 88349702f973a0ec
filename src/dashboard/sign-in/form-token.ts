import { createHmac, hash, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Credentials } from '../login.ts';

/** Parameters that take 32 MB and about 0.1 s, once per process, when the first form is shown. */
const SLOWLY = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/**
 * Returns the token that the forms of a session or of the shared login contain. It is derived from
 * a secret that only this browser sends, so any dashboard can verify it.
 * @param key a secret that cannot be guessed: the token of a session, or the key derived from the
 *   shared login.
 */
export function buildFormToken(key: string | Buffer): string {
  return createHmac('sha256', key).update('forms of the dashboard').digest('base64url');
}

/**
 * Derives the form key of the shared login. The derivation is slow, so that the token in a form
 * does not help to guess the password. All dashboards with this login derive the same key.
 */
export function deriveFormKey({ user, password }: Credentials): Buffer {
  return scryptSync(password, `invoice batch engine: forms of the shared login ${user}`, 32, SLOWLY);
}

/**
 * Returns whether a form contains the expected token. The comparison takes the same time wherever
 * the tokens differ.
 * @param given the form's field, of any type; false if it is not a string.
 */
export function isFormToken(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  return timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', given, 'buffer'));
}
