/** A token, and the time of its renewal on the client's clock (`performance.now()`). */
export type Token = { readonly value: string; readonly renewAt: number };

export type Session = {
  /** Returns a valid token: the current one, or a new one that concurrent callers share. */
  getToken(): Promise<string>;
  /** Reports a refused token. The next call opens a session, unless another call did already. */
  drop(token: string): void;
  /** Removes and returns the current token. */
  take(): string | null;
};

const MARGIN_MS = 5 * 60_000;
const MAX_SHARE = 0.1;

/**
 * Returns the time of renewal: 5 minutes before the end, or a tenth of a short life. Both instants
 * come from the engine's clock, which may differ.
 */
export function chooseRenewal(answeredAt: number, expiresAt: number, now: number): number {
  const life = expiresAt - answeredAt;
  // The end is unknown. The engine will answer with 401 when the session has ended.
  if (!(life > 0)) return Number.POSITIVE_INFINITY;
  return now + life - Math.min(MARGIN_MS, life * MAX_SHARE);
}

/** Creates a session that is opened on first use. @param open opens a session at the engine. */
export function createSession(open: () => Promise<Token>): Session {
  let current: Token | null = null;
  let opening: Promise<Token> | null = null;
  const renew = async () => {
    opening ??= open().finally(() => (opening = null));
    current = await opening;
    return current.value;
  };
  return {
    getToken: async () => (current !== null && performance.now() < current.renewAt ? current.value : renew()),
    drop(token) {
      if (current?.value === token) current = null;
    },
    take() {
      const value = current?.value ?? null;
      current = null;
      return value;
    },
  };
}
