import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './describe-error.ts';
import { maskSecrets } from './mask-secrets.ts';

export type { Logger } from 'pino';

declare module 'pino' {
  /** What stands on every line: a line that told it again would have the member twice. */
  interface LogFnFields {
    readonly level?: never;
    readonly time?: never;
    readonly process?: never;
    readonly pid?: never;
    readonly message?: never;
  }
}

export type LoggerOptions = {
  /** Least severe level that is written: `LOG_LEVEL`. */
  readonly level: string;
  /** Name of the process, on every line. */
  readonly process: string;
  /** Where the lines go; standard output unless a test says otherwise. */
  readonly destination?: DestinationStream;
};

/**
 * Opens the log of a process: one JSON object per line on standard output, written at once, so that nothing is lost when the
 * process ends. A log that cannot be written, on a full disk for example, ends nobody's work. Bodies and headers are dropped wherever they appear, secrets are masked in the finished line.
 */
export function openLogger({ level, process: name, destination }: LoggerOptions): Logger {
  const output =
    destination ??
    openStandardOutput((lines) => logger.warn({ lines }, 'Log lines were lost: they could not be written'));
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

/** Of lines that wait until there is room again; what comes then is lost. */
const KEPT_BYTES = 1024 * 1024;

/** @param onLost told how many lines were lost, when lines can be written again. */
function openStandardOutput(onLost: (lines: number) => void): DestinationStream {
  // From the first byte on, as with 0, which would make of `flush` nothing.
  const output = pino.destination({ dest: 1, sync: true, minLength: 1, maxLength: KEPT_BYTES });
  let lost = 0;
  let isTold = false;
  output.on('error', (error: Error) => {
    if (!isTold) process.stderr.write(`The log cannot be written: ${error.message}\n`);
    isTold = true;
  });
  output.on('drop', () => {
    lost += 1;
    // Only a line that is kept would be tried to write: without this nothing would ever be written again.
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

/* Without the query string: a client may have put its key there. */
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
