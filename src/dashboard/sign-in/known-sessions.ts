import { hash } from 'node:crypto';
import type { OperatorSession, OperatorSessions } from '../../operators/operator-sessions.ts';

/** How long an answer is cached. A changed or removed operator loses access within this time. */
const KNOWN_MS = 1000;
/** Maximum number of cached sessions. The cache is cleared beyond it. */
const MAX_KNOWN = 1000;

export type KnownSessions = {
  /**
   * Returns the session of a token, or null if there is none.
   * @throws if the database is unavailable.
   */
  find(token: string, isUse: boolean): Promise<OperatorSession | null>;
  /**
   * Returns whether there are operators with their own login. If the database is unavailable,
   * returns the last known answer.
   */
  areThereOperators(): Promise<boolean>;
  end(token: string): Promise<void>;
};

export const hashToken = (token: string) => hash('sha256', token, 'buffer');

/**
 * Creates a cache of sessions that queries each at most once a second, because a page loads many
 * files. A deliberate use is always sent to the database.
 */
export function openKnownSessions(sessions: OperatorSessions): KnownSessions {
  type Known = { readonly until: number; readonly session: Promise<OperatorSession | null> };
  const known = new Map<string, Known>();
  let has = { until: 0, value: Promise.resolve(false) };
  return {
    find(token, isUse) {
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('hex');
      const now = performance.now();
      const found = known.get(key);
      if (found !== undefined && found.until > now && !isUse) return found.session;
      if (known.size >= MAX_KNOWN) known.clear();
      const session = sessions.find(tokenHash, isUse);
      known.set(key, { until: now + KNOWN_MS, session });
      // A failed query is not cached.
      session.catch(() => known.delete(key));
      return session;
    },
    areThereOperators() {
      const now = performance.now();
      if (has.until > now) return has.value;
      const before = has.value;
      has = { until: now + KNOWN_MS, value: sessions.hasOperators().catch(() => before) };
      return has.value;
    },
    async end(token) {
      const tokenHash = hashToken(token);
      await sessions.end(tokenHash);
      known.delete(tokenHash.toString('hex'));
    },
  };
}
