const LINES_PER_CLIENT = 10;
const LINES = 500;
const WINDOW_MS = 60_000;

type Details = Readonly<Record<string, unknown>>;

/** Log lines about what is refused, few enough that a flood of them costs nothing. */
export type RefusalLog = Disposable & {
  /**
   * @param client whose lines are counted together: its network, or its organization.
   * @param explain finds out more; asked only where a line is written.
   */
  note(client: string, details: Details, message: string, explain?: () => Promise<Details>): void;
};

/**
 * Opens a log of refusals: at most ten lines of a client a minute, at most 500 in all. At the minute's end one line per client tells how many more
 * there were, and one those of all clients beyond that.
 */
export function createRefusalLog(write: (details: Details, message: string) => void): RefusalLog {
  const noted = new Map<string, { lines: number; leftOut: number }>();
  let lines = 0;
  let leftOutInAll = 0;
  let timer: NodeJS.Timeout | null = null;

  function reportSuppressed(): void {
    for (const [client, { leftOut }] of noted) {
      if (leftOut > 0) write({ client, leftOut }, 'Refusals of a client, and so many more');
    }
    if (leftOutInAll > 0) write({ leftOut: leftOutInAll }, 'Refusals of many clients, and so many more');
    noted.clear();
    lines = 0;
    leftOutInAll = 0;
    timer = null;
  }

  return {
    note(client, details, message, explain) {
      timer ??= setTimeout(reportSuppressed, WINDOW_MS).unref();
      const known = noted.get(client);
      if (known && known.lines >= LINES_PER_CLIENT) {
        known.leftOut += 1;
      } else if (lines >= LINES) {
        leftOutInAll += 1;
      } else {
        lines += 1;
        noted.set(client, { lines: (known?.lines ?? 0) + 1, leftOut: 0 });
        if (explain) void explain().then((more) => write({ ...details, ...more }, message));
        else write(details, message);
      }
    },
    [Symbol.dispose]() {
      if (timer !== null) clearTimeout(timer);
      reportSuppressed();
    },
  };
}
