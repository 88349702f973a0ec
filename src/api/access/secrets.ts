import { hash, randomBytes } from 'node:crypto';

/*
 * Keys and tokens carry 256 random bits, so a plain SHA-256 is enough to store them: there is nothing to guess. Looking a
 * secret up by its hash leaks nothing through time.
 */

/** A new API key, `org_live_` and 43 characters. Shown once, kept only as its hash. */
export function generateApiKey(): string {
  return `org_live_${randomBytes(32).toString('base64url')}`;
}

/** A new session token, `ses_` and 43 characters. */
export function generateSessionToken(): string {
  return `ses_${randomBytes(32).toString('base64url')}`;
}

/** SHA-256 of a key or token: what the database holds. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The part of an API key that may be shown, to tell keys apart. */
export function showPrefix(apiKey: string): string {
  return apiKey.slice(0, 'org_live_'.length + 4);
}
