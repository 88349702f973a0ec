import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './describe-error.ts';
import { maskSecrets } from './mask-secrets.ts';

export type { Logger } from 'pino';

declare module 'pino' {
  /** Members of every line. A call that passed one of them would write it twice. */
  interface LogFnFields {
    readonly level?: never;
    readonly time?: never;
    readonly process?: never;
    readonly pid?: never;
    readonly message?: never;
  }
}

export type LoggerOptions = {
  /** The least severe level that is written: `LOG_LEVEL`. */
  readonly level: string;
  /** The name of the process, which every line contains. */
  readonly process: string;
  /** The destination of the lines; standard output except in tests. */
  readonly destination?: DestinationStream;
};

/**
 * Opens the log of a process: one JSON object per line on standard output. Lines are written
 * synchronously, so that none is lost when the process ends. A log that cannot be written, for
 * example on a full disk, does not stop the process. Bodies and headers are removed wherever they
 * appear, and secrets are masked in the finished line.
 */
export function openLogger({ level, process: name, destination }: LoggerOptions): Logger {
  const output =
    destination ??
    openStandardOutput((lines) =>
      logger.warn({ lines }, 'Log lines were lost because they could not be written'),
    );
  const logger = pino(
    {
      level,
      base: { process: name, pid: process.pid },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, error: describeError, req: describeRequest, res: describeResponse },
      redact: { paths: ['body', '*.body', 'rawBody', '*.rawBody', 'headers', '*.headers'], remove: true },
      hooks: { streamWrite: maskSecrets },
    },
    output,
  );
  return logger;
}

/** The maximum size of lines that wait to be written. Further lines are lost. */
const KEPT_BYTES = 1024 * 1024;

/** @param onLost called with the number of lost lines once lines can be written again. */
function openStandardOutput(onLost: (lines: number) => void): DestinationStream {
  // Writes each line at once, as a length of 0 would. With 0, however, `flush` would do nothing.
  const output = pino.destination({ dest: 1, sync: true, minLength: 1, maxLength: KEPT_BYTES });
  let lost = 0;
  let isTold = false;
  output.on('error', (error: Error) => {
    if (!isTold) process.stderr.write(`The log cannot be written: ${error.message}\n`);
    isTold = true;
  });
  output.on('drop', () => {
    lost += 1;
    // Writing is otherwise retried only when a line is accepted, so a full buffer would never be
    // written again.
    output.flush();
  });
  output.on('drain', () => {
    isTold = false;
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    onLost(lines);
  });
  // Standard error may be on the same disk.
  process.stderr.on('error', () => {});
  return output;
}

type RequestLike = { method?: string; url?: string; ip?: string; socket?: { remoteAddress?: string } };

/*
 * Omits the query string, because a client may have put its key there.
 */
function describeRequest(request: RequestLike) {
  return {
    method: request.method,
    path: request.url?.split('?', 1)[0],
    client: request.ip ?? request.socket?.remoteAddress,
  };
}

function describeResponse(response: { statusCode?: number }) {
  return { status: response.statusCode };
}
