import { hash } from 'node:crypto';
import type { OperatorSession, OperatorSessions } from '../operators/operator-sessions.ts';

/** How long an answer counts: whoever was changed or removed is out within this time. */
const KNOWN_MS = 1000;
/** More are asked for again. */
const MAX_KNOWN = 1000;

export type KnownSessions = {
  /** Whose session a token is; null where it is none. @throws where the database is away. */
  find(token: string, isUse: boolean): Promise<OperatorSession | null>;
  /** Whether anybody has a login of their own; as it was told last, where the database is away. */
  areThereOperators(): Promise<boolean>;
  end(token: string): Promise<void>;
};

export const hashToken = (token: string) => hash('sha256', token, 'buffer');

/** Sessions as the database tells them, asked at most once a second for each: a page loads many files. */
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
      // What failed is asked again.
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
