import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../contracts/answers.ts';
import { type ApiError, apiError } from '../contracts/api-error.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** @returns a whole HTTP message, after which its connection ends. */
function writeAnswer({ statusCode, code, message }: ApiError, headers: Record<string, string> = {}): string {
  const body = JSON.stringify({ error: { code, message } } satisfies ErrorBody);
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': randomUUID(),
    ...SECURITY_HEADERS,
    ...headers,
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines, '', body].join('\r\n');
}

/** The answer to what Node's HTTP parser refuses before there is a request: broken framing, headers too large or too slow. */
export function rawErrorAnswer(error: { code?: string }): string {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return writeAnswer(apiError('slow_request', {}));
  if (error.code === 'HPE_HEADER_OVERFLOW') return writeAnswer(apiError('large_headers', {}));
  return writeAnswer(apiError('not_http', {}));
}

const ALLOWED = 'DELETE, GET, HEAD, POST';

/** Answers who asks for a tunnel (CONNECT). Node has no request for that: it hands the connection over. */
export function refuseTunnels(server: Server): void {
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.write(writeAnswer(apiError('tunnel', { allowed: ALLOWED }), { Allow: ALLOWED }));
    // Nobody else keeps its time from now on.
    socket.destroySoon();
  });
}
