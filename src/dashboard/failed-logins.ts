export type FailedLogins = {
  /** Seconds until this client may try again; 0 when it may now. */
  secondsToWait(client: string): number;
  record(client: string): void;
};

export type FailedLoginLimits = {
  /** Failures within the window after which a client has to wait. */
  readonly max?: number;
  readonly windowMs?: number;
  readonly now?: () => number;
};

/** Beyond this many addresses the oldest are forgotten: memory stays bounded. */
const MAX_CLIENTS = 10_000;

/**
 * Counts wrong logins per client address, so that passwords can't be guessed fast. A client that is over the limit is not
 * let in with the right password either: otherwise the limit would not slow the guessing.
 */
export function openFailedLogins({
  max = 10,
  windowMs = 60_000,
  now = Date.now,
}: FailedLoginLimits = {}): FailedLogins {
  const windows = new Map<string, { failures: number; until: number }>();

  function readWindow(client: string) {
    const window = windows.get(client);
    if (window && window.until > now()) return window;
    windows.delete(client);
    return undefined;
  }

  return {
    secondsToWait(client) {
      const window = readWindow(client);
      return window && window.failures >= max ? Math.ceil((window.until - now()) / 1000) : 0;
    },
    record(client) {
      const window = readWindow(client);
      if (window) {
        window.failures += 1;
        return;
      }
      for (const oldest of windows.keys()) {
        if (windows.size < MAX_CLIENTS) break;
        windows.delete(oldest);
      }
      windows.set(client, { failures: 1, until: now() + windowMs });
    },
  };
}
