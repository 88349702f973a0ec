/** What was counted of a client within a window. */
export type ClientCounts = {
  /** Counts one. @returns how many there are now. */
  count(client: string): number;
  /** How many were counted of a client within its window. */
  read(client: string): number;
  /** Seconds until this client may go on; 0 when it may now. */
  secondsToWait(client: string): number;
};

export type CountLimits = {
  /** Attempts within a window after which a client has to wait for the window's end. */
  readonly max: number;
  readonly windowMs?: number;
  /** In milliseconds. */
  readonly now?: () => number;
};

/** Beyond this many clients the oldest are forgotten: memory stays bounded. */
const MAX_CLIENTS = 10_000;

/** Counts per client in the memory of one process. */
export function createClientCounts({ max, windowMs = 60_000, now = Date.now }: CountLimits): ClientCounts {
  const windows = new Map<string, { attempts: number; readonly until: number }>();

  function readWindow(client: string) {
    const window = windows.get(client);
    // A clock that was set back makes nothing last longer.
    if (window && window.until > now() && window.until <= now() + windowMs) return window;
    windows.delete(client);
    return undefined;
  }

  return {
    read: (client) => readWindow(client)?.attempts ?? 0,
    secondsToWait(client) {
      const window = readWindow(client);
      return window && window.attempts >= max ? Math.ceil((window.until - now()) / 1000) : 0;
    },
    count(client) {
      const window = readWindow(client);
      if (window) return (window.attempts += 1);
      for (const oldest of windows.keys()) {
        if (windows.size < MAX_CLIENTS) break;
        windows.delete(oldest);
      }
      windows.set(client, { attempts: 1, until: now() + windowMs });
      return 1;
    },
  };
}
