import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './describe-error.ts';
import { maskSecrets } from './mask-secrets.ts';

export type { Logger } from 'pino';

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
 * process ends. Bodies and headers are dropped wherever they appear, secrets are masked in the finished line.
 */
export function openLogger({ level, process: name, destination }: LoggerOptions): Logger {
  return pino(
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
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
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
