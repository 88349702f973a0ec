import type { Connection } from '../persistence/database.ts';
import { findSession, insertSession, type SessionOrganization } from '../persistence/sessions.ts';
import { generateSessionToken, hashSecret } from './secrets.ts';

const SESSION_LIFETIME_MS = 24 * 3600 * 1000;

export type NewSession = { readonly token: string; readonly expiresAt: Date };

/**
 * Exchanges an API key for a session of 24 hours.
 * @returns the token, shown only here, or null when the key is unknown or revoked.
 */
export async function createSession(
  connection: Connection,
  apiKey: string,
  now: Date,
): Promise<NewSession | null> {
  const token = generateSessionToken();
  // The wire shows whole seconds: what it says is what holds.
  const createdAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIFETIME_MS);
  const keyHash = hashSecret(apiKey);
  const created = await insertSession(connection, {
    keyHash,
    tokenHash: hashSecret(token),
    createdAt,
    expiresAt,
  });
  return created ? { token, expiresAt } : null;
}

const BEARER = /^Bearer +([^\s]+)$/i;

/**
 * Finds the organization of an `Authorization: Bearer …` header.
 * @returns null when it is not a live session's token, whatever else it is.
 */
export async function authenticate(
  connection: Connection,
  authorization: string,
  now: Date,
): Promise<SessionOrganization | null> {
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) return null;
  return findSession(connection, hashSecret(token), now);
}
