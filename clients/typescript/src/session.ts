/** A token and when the client shall have another one, on its own clock (`performance.now()`). */
export type Token = { readonly value: string; readonly renewAt: number };

export type Session = {
  /** A token that is good for a while: the one that is there, or a new one that all who ask meanwhile share. */
  getToken(): Promise<string>;
  /** A token was refused: the next call opens a session, unless another one did already. */
  drop(token: string): void;
  /** The token that is there now, which is not used any more. */
  take(): string | null;
};

const MARGIN_MS = 5 * 60_000;
const MAX_SHARE = 0.1;

/** When to have another token: 5 minutes before the end, of a short life a tenth. Both instants are the engine's, whose clock may be another. */
export function chooseRenewal(answeredAt: number, expiresAt: number, now: number): number {
  const life = expiresAt - answeredAt;
  // Nothing sensible can be said: the engine will, with a 401.
  if (!(life > 0)) return Number.POSITIVE_INFINITY;
  return now + life - Math.min(MARGIN_MS, life * MAX_SHARE);
}

/** A session that is opened when it is needed first. @param open asks the engine for one. */
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
