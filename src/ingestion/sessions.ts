import type { Connection } from '../persistence/database.ts';
import {
  explainRefusal,
  findSession,
  insertSession,
  type LiveSession,
  type Refusal,
  type SessionOrganization,
} from '../persistence/sessions.ts';
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

/**
 * Whose a refused key or `Bearer …` token is, and why it was refused, as far as it is known: for the log. A database that cannot tell now
 * changes nothing.
 */
export async function explainRefused(
  connection: Connection,
  secret: string,
  now: Date,
): Promise<Refusal | Record<string, never>> {
  const token = BEARER.exec(secret)?.[1] ?? secret;
  return (await explainRefusal(connection, hashSecret(token), now).catch(() => null)) ?? {};
}

const BEARER = /^Bearer +([^\s]+)$/i;

/** How long a session that was looked up is taken to be as it was: a key that is revoked works this much longer at most. */
const REMEMBERED_MS = 2000;
const MOST_REMEMBERED = 10_000;

type Remembered = { readonly session: Promise<LiveSession | null>; readonly at: number };

/** Finds out whose session a request brings. */
export type Authenticator = {
  /**
   * Finds the organization of an `Authorization: Bearer …` header.
   * @returns null when it is not a live session's token, whatever else it is.
   */
  authenticate(authorization: string): Promise<SessionOrganization | null>;
};

/** Opens an authenticator, which remembers live sessions for two seconds. Requests that come together with one token look it up once. */
export function openAuthenticator(connection: Connection, now: () => Date): Authenticator {
  const remembered = new Map<string, Remembered>();

  function lookUp(token: string, at: number): Promise<LiveSession | null> {
    const tokenHash = hashSecret(token);
    const key = tokenHash.toString('base64');
    const known = remembered.get(key);
    // A clock that was set back makes nothing last longer.
    if (known && at >= known.at && at < known.at + REMEMBERED_MS) return known.session;
    const session = findSession(connection, tokenHash, new Date(at));
    const forget = () => void (remembered.get(key)?.session === session && remembered.delete(key));
    // Only what is live is worth remembering.
    session.then((live) => live ?? forget(), forget);
    remembered.delete(key);
    remembered.set(key, { session, at });
    if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    return session;
  }

  return {
    async authenticate(authorization) {
      const token = BEARER.exec(authorization)?.[1];
      if (token === undefined) return null;
      const at = now().getTime();
      const session = await lookUp(token, at);
      return session && at < session.expiresAt ? session : null;
    },
  };
}
