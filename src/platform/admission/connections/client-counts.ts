/** Counts events per client within a time window. */
export type ClientCounts = {
  /**
   * Counts an event.
   * @returns the number of events in the client's window.
   */
  count(client: string): number;
  /** Returns the number of events in the client's window. */
  read(client: string): number;
  /** Returns the seconds until this client may continue; 0 if it may now. */
  secondsToWait(client: string): number;
};

export type CountLimits = {
  /**
   * The number of events within a window after which a client must wait for the end of the window.
   */
  readonly max: number;
  readonly windowMs?: number;
  /** Time in milliseconds. */
  readonly now?: () => number;
};

/** If there are more clients than this, the oldest are forgotten, which limits the memory. */
const MAX_CLIENTS = 10_000;

/** Creates counts per client in the memory of one process. */
export function createClientCounts({ max, windowMs = 60_000, now = Date.now }: CountLimits): ClientCounts {
  const windows = new Map<string, { attempts: number; readonly until: number }>();

  function readWindow(client: string) {
    const window = windows.get(client);
    // A clock that was set back must not extend a window.
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
