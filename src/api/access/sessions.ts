import { PERMITS } from '../../platform/admission/limits.ts';
import { createClientCounts } from '../../platform/admission/connections/client-counts.ts';
import { apiError } from '../../contracts/api-error.ts';
import { API_KEY } from '../../contracts/api-key.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import {
  endSession,
  explainRefusal,
  findSession,
  insertSession,
  hasApiKey,
  type LiveSession,
  type Refusal,
  type SessionOrganization,
} from './session-statements.ts';
import { createSemaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
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
  if (!TOKEN.test(token) && !API_KEY.test(token)) return {};
  return (await explainRefusal(connection, hashSecret(token), now).catch(() => null)) ?? {};
}

/** What the database knows of the token of an `Authorization: Bearer …` header that was let in. */
export function hashToken(authorization: string): Buffer {
  return hashSecret(BEARER.exec(authorization)![1]!);
}

const BEARER = /^Bearer +([^\s]+)$/i;
/** What is written in another way was never a token: it need not be looked up. */
const TOKEN = /^ses_[A-Za-z0-9_-]{43}$/;

/** How long a session that was looked up is taken to be as it was: a key that is revoked works this much longer at most. */
const REMEMBERED_MS = 2000;
/** How long a token that was live is looked up again whoever sends it, and one that was not live is not looked up. */
const KNOWN_MS = 10 * 60_000;
const MAX_REMEMBERED = 10_000;
/** Tokens of a client that are looked up a minute and are not live. A flood of them costs queries. */
const WRONG_TOKENS = 30;

type Remembered = { readonly session: Promise<LiveSession | null>; readonly at: number };

/** A client sent too many tokens that are not live; this one was not looked up. */
const tooManyWrongTokens = (seconds: number) => apiError('wrong_tokens', { seconds }, seconds);

/** Finds out whose session a request brings. */
export type Authenticator = {
  /**
   * Finds the organization of an `Authorization: Bearer …` header.
   * @param client whom wrong tokens count against.
   * @returns null when it is not a live session's token, whatever else it is.
   * @throws ApiError for one wrong token too many; never for a token that was live in the last minutes.
   */
  authenticate(authorization: string, client: string): Promise<SessionOrganization | null>;
  /** A token was just made: it is never one too many. */
  welcome(token: string): void;
  /** Ends the session of such a header. Other processes may remember it for two seconds more. */
  dismiss(authorization: string): Promise<void>;
};

/** Opens an authenticator, which remembers live sessions for two seconds. Requests that come together with one token look it up once. */
export function createAuthenticator(connection: Connection, now: () => Date): Authenticator {
  const remembered = new Map<string, Remembered>();
  const liveLately = new Map<string, number>();
  const wrongLately = new Map<string, number>();
  const wrongTokens = createClientCounts({ max: WRONG_TOKENS, now: () => now().getTime() });
  const withPermit = createSemaphore(PERMITS.tokenLookUps);

  function lookUp(tokenHash: Buffer, key: string, at: number): Promise<LiveSession | null> {
    const known = remembered.get(key);
    if (known && at >= known.at && at < known.at + REMEMBERED_MS) return known.session;
    const session = findSession(connection, tokenHash, new Date(at));
    const forget = () => void (remembered.get(key)?.session === session && remembered.delete(key));
    // Only what is live is worth remembering.
    session.then((live) => live ?? forget(), forget);
    remembered.delete(key);
    remembered.set(key, { session, at });
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    return session;
  }

  async function lookUpStranger(tokenHash: Buffer, key: string, at: number, client: string) {
    const refuseTooMany = () => {
      const wait = wrongTokens.secondsToWait(client);
      if (wait > 0) throw tooManyWrongTokens(wait);
    };
    refuseTooMany();
    const looking = withPermit(client, async () => {
      refuseTooMany();
      const live = await lookUp(tokenHash, key, at);
      if (live === null) wrongTokens.count(client);
      return live;
    });
    return looking.catch((error: unknown) => {
      throw error instanceof SemaphoreTimeout ? tooManyWrongTokens(1) : error;
    });
  }

  return {
    async authenticate(authorization, client) {
      const token = BEARER.exec(authorization)?.[1];
      if (token === undefined || !TOKEN.test(token)) return null;
      const at = now().getTime();
      const tokenHash = hashSecret(token);
      const key = tokenHash.toString('base64');
      if (isRecorded(wrongLately, key, at)) return null;
      const session = isRecorded(liveLately, key, at)
        ? await lookUp(tokenHash, key, at)
        : await lookUpStranger(tokenHash, key, at, client);
      const isLive = session !== null && at < session.expiresAt;
      if (!isLive) liveLately.delete(key);
      note(isLive ? liveLately : wrongLately, key, at);
      return isLive ? session : null;
    },
    welcome(token) {
      note(liveLately, hashSecret(token).toString('base64'), now().getTime());
    },
    async dismiss(authorization) {
      const tokenHash = hashToken(authorization);
      const key = tokenHash.toString('base64');
      await endSession(connection, tokenHash);
      remembered.delete(key);
      liveLately.delete(key);
    },
  };
}

function note(known: Map<string, number>, key: string, at: number): void {
  known.delete(key);
  known.set(key, at);
  if (known.size > MAX_REMEMBERED) known.delete(known.keys().next().value!);
}

function isRecorded(known: ReadonlyMap<string, number>, key: string, at: number): boolean {
  const noted = known.get(key);
  // A clock that was set back makes nothing last longer.
  return noted !== undefined && at >= noted && at < noted + KNOWN_MS;
}

/** Whether an API key exists, revoked or not; asked with the rights of the API. */
export function isKeyKnown(connection: Connection, apiKey: string): Promise<boolean> {
  return hasApiKey(connection, hashSecret(apiKey));
}
