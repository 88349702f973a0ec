import { hash, randomBytes } from 'node:crypto';

/*
 * Keys and tokens contain 256 random bits, so they are stored as a plain SHA-256 hash: they cannot
 * be guessed. Looking a secret up by its hash does not expose it to a timing attack.
 */

/**
 * Generates an API key: `org_live_` and 43 characters. The key is shown once; only its hash is
 * stored.
 */
export function generateApiKey(): string {
  return `org_live_${randomBytes(32).toString('base64url')}`;
}

/** Generates a session token: `ses_` and 43 characters. */
export function generateSessionToken(): string {
  return `ses_${randomBytes(32).toString('base64url')}`;
}

/** Returns the SHA-256 of a key or token, which is the form that the database stores. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Returns the part of an API key that may be displayed to distinguish keys. */
export function showPrefix(apiKey: string): string {
  return apiKey.slice(0, 'org_live_'.length + 4);
}
