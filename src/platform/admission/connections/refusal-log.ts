const LINES_PER_CLIENT = 10;
const LINES = 500;
const WINDOW_MS = 60_000;

type Details = Readonly<Record<string, unknown>>;

/** Logs refusals with a limited number of lines, so that a flood of refusals costs little. */
export type RefusalLog = Disposable & {
  /**
   * Logs a refusal, or counts it if the limit is reached.
   * @param client the group in which lines are counted: a network or an organization.
   * @param explain returns further details. It is called only if a line is written.
   */
  note(client: string, details: Details, message: string, explain?: () => Promise<Details>): void;
};

/**
 * Creates a log of refusals with at most ten lines per client and 500 in total per minute. At the
 * end of the minute it writes one line per client with the number of further refusals, and one line
 * for the refusals beyond the total limit.
 */
export function createRefusalLog(write: (details: Details, message: string) => void): RefusalLog {
  const noted = new Map<string, { lines: number; leftOut: number }>();
  let lines = 0;
  let leftOutInAll = 0;
  let timer: NodeJS.Timeout | null = null;

  function reportSuppressed(): void {
    for (const [client, { leftOut }] of noted) {
      if (leftOut > 0) write({ client, leftOut }, 'Further refusals of a client were not logged one by one');
    }
    if (leftOutInAll > 0)
      write({ leftOut: leftOutInAll }, 'Further refusals of many clients were not logged one by one');
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
