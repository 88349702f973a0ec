import { createHmac, hash, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Credentials } from '../login.ts';

/** 32 MB and some 0.1 s, once a process, when its first form is shown. */
const SLOWLY = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/**
 * The secret that the forms of a session carry, or of the shared login: made of what only that browser sends, so that any dashboard can check it.
 * @param key that nobody guesses: the token of a session, or what was derived of the shared login.
 */
export function buildFormToken(key: string | Buffer): string {
  return createHmac('sha256', key).update('forms of the dashboard').digest('base64url');
}

/** A key of the shared login for its forms: slowly made, so that no form of a page that somebody has seen lets them try passwords. All dashboards with that login make the same one. */
export function deriveFormKey({ user, password }: Credentials): Buffer {
  return scryptSync(password, `invoice batch engine: forms of the shared login ${user}`, 32, SLOWLY);
}

export function isFormToken(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  return timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', given, 'buffer'));
}
