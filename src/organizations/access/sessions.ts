import { PERMITS } from '../../platform/admission/limits.ts';
import { createClientCounts } from '../../platform/admission/connections/client-counts.ts';
import { apiError } from '../../contracts/api-error.ts';
import { API_KEY } from '../../contracts/api-key.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import {
  endSession,
  explainRefusal,
  findApiKey,
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
 * @returns the token, which is shown only here, or null if the key is unknown or revoked.
 */
export async function createSession(
  connection: Connection,
  apiKey: string,
  now: Date,
): Promise<NewSession | null> {
  const token = generateSessionToken();
  // The API writes times in whole seconds, so the stored expiry must be a whole second too.
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
 * Returns, for the log, the owner of a refused key or `Bearer …` token and the reason for the
 * refusal, as far as they are known. Returns an empty object if the database cannot be queried.
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

/** Returns the hash of the token or key in an authenticated `Authorization: Bearer …` header. */
export function hashToken(authorization: string): Buffer {
  return hashSecret(BEARER.exec(authorization)![1]!);
}

const BEARER = /^Bearer +([^\s]+)$/i;
/** Format of every session token; a token in another format is not looked up. */
const TOKEN = /^ses_[A-Za-z0-9_-]{43}$/;

/**
 * How long a process caches a session or key that it has looked up. A revoked key works at most
 * this much longer.
 */
const REMEMBERED_MS = 2000;
/**
 * How long a process remembers whether a token was live. A token that was live is looked up without
 * counting against its client; a token that was not live is refused without a look-up.
 */
const KNOWN_MS = 10 * 60_000;
/**
 * How long a process refuses a wrong API key without a look-up. An operator may create a key with a
 * value of their choice (BOOTSTRAP_API_KEY) after a client has already sent it.
 */
const KNOWN_WRONG_KEY_MS = 5000;
const MAX_REMEMBERED = 10_000;
/**
 * Maximum look-ups per client and minute that find no live token or key, because every look-up
 * costs a query.
 */
const WRONG_TOKENS = 30;

type Remembered = { readonly session: Promise<LiveSession | null>; readonly at: number };

/** A token or key that has the form of one, by its hash. */
type Credential = {
  readonly hash: Buffer;
  /** The hash as a text, by which it is remembered. */
  readonly name: string;
  readonly isKey: boolean;
};

/**
 * Returns the error for a client that sent too many tokens or keys that are not live. The one at
 * hand was not looked up.
 */
const tooManyWrong = ({ isKey }: Credential, seconds: number) =>
  isKey ? apiError('wrong_keys', { seconds }, seconds) : apiError('wrong_tokens', { seconds }, seconds);

/** Authenticates requests by their session token or API key. */
export type Authenticator = {
  /**
   * Finds the organization of an `Authorization: Bearer …` header.
   * @param client the network to which wrong tokens and keys are counted.
   * @param accepts what the version of the API accepts.
   * @returns null if the header does not contain the token of a live session or a live key.
   * @throws ApiError if the client has sent too many wrong tokens or keys, unless this one was live
   *   within the last ten minutes.
   */
  authenticate(
    authorization: string,
    client: string,
    accepts: { readonly keys: boolean },
  ): Promise<SessionOrganization | null>;
  /**
   * Records a newly created token as live, so that its first use does not count against the limit
   * of wrong tokens.
   */
  welcome(token: string): void;
  /**
   * Ends the session of such a header. Does nothing for an API key. Other processes may cache the session for two more seconds.
   */
  dismiss(authorization: string): Promise<void>;
};

/**
 * Creates an authenticator that caches live sessions and keys for two seconds. Concurrent requests
 * with the same token share one look-up.
 */
export function createAuthenticator(connection: Connection, now: () => Date): Authenticator {
  const remembered = new Map<string, Remembered>();
  const liveLately = new Map<string, number>();
  const wrongLately = new Map<string, number>();
  const wrongKeysLately = new Map<string, number>();
  const wrong = createClientCounts({ max: WRONG_TOKENS, now: () => now().getTime() });
  const withPermit = createSemaphore(PERMITS.tokenLookUps);
  const withKeyPermit = createSemaphore(PERMITS.keyLookUps);

  function lookUp({ hash, name, isKey }: Credential, at: number): Promise<LiveSession | null> {
    const known = remembered.get(name);
    if (known && at >= known.at && at < known.at + REMEMBERED_MS) return known.session;
    const session = isKey ? findApiKey(connection, hash) : findSession(connection, hash, new Date(at));
    const forget = () => void (remembered.get(name)?.session === session && remembered.delete(name));
    // Only live sessions and keys stay in the cache.
    session.then((live) => live ?? forget(), forget);
    remembered.delete(name);
    remembered.set(name, { session, at });
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    return session;
  }

  async function lookUpStranger(credential: Credential, at: number, client: string) {
    const refuseTooMany = () => {
      const wait = wrong.secondsToWait(client);
      if (wait > 0) throw tooManyWrong(credential, wait);
    };
    refuseTooMany();
    const looking = withPermit(client, async () => {
      refuseTooMany();
      const live = await (credential.isKey
        ? withKeyPermit('all', () => lookUp(credential, at))
        : lookUp(credential, at));
      if (live === null) wrong.count(client);
      return live;
    });
    return looking.catch((error: unknown) => {
      throw error instanceof SemaphoreTimeout ? tooManyWrong(credential, 1) : error;
    });
  }

  return {
    async authenticate(authorization, client, accepts) {
      const token = BEARER.exec(authorization)?.[1];
      const isKey = accepts.keys && token !== undefined && API_KEY.test(token);
      if (token === undefined || !(isKey || TOKEN.test(token))) return null;
      const at = now().getTime();
      const credential = identify(token, isKey);
      const { name } = credential;
      const wrongOnes = isKey ? wrongKeysLately : wrongLately;
      if (isRecorded(wrongOnes, name, at, isKey ? KNOWN_WRONG_KEY_MS : KNOWN_MS)) return null;
      const session = isRecorded(liveLately, name, at, KNOWN_MS)
        ? await lookUp(credential, at)
        : await lookUpStranger(credential, at, client);
      const isLive = session !== null && at < session.expiresAt;
      if (!isLive) liveLately.delete(name);
      note(isLive ? liveLately : wrongOnes, name, at);
      return isLive ? session : null;
    },
    welcome(token) {
      note(liveLately, identify(token, false).name, now().getTime());
    },
    async dismiss(authorization) {
      const tokenHash = hashToken(authorization);
      const name = tokenHash.toString('base64');
      await endSession(connection, tokenHash);
      remembered.delete(name);
      liveLately.delete(name);
    },
  };
}

function note(known: Map<string, number>, key: string, at: number): void {
  known.delete(key);
  known.set(key, at);
  if (known.size > MAX_REMEMBERED) known.delete(known.keys().next().value!);
}

function isRecorded(known: ReadonlyMap<string, number>, key: string, at: number, forMs: number): boolean {
  const noted = known.get(key);
  // The lower bound prevents an entry from lasting longer after the clock was set back.
  return noted !== undefined && at >= noted && at < noted + forMs;
}

function identify(token: string, isKey: boolean): Credential {
  const hash = hashSecret(token);
  return { hash, name: hash.toString('base64'), isKey };
}

/**
 * Returns whether an API key exists, revoked or not. The query runs with the database rights of the
 * API.
 */
export function isKeyKnown(connection: Connection, apiKey: string): Promise<boolean> {
  return hasApiKey(connection, hashSecret(apiKey));
}
