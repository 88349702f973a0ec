import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../../contracts/answers.ts';
import { type ApiError, apiError } from '../../contracts/api-error.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Returns a complete HTTP message that closes its connection. */
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

/**
 * Returns the answer to data that Node's HTTP parser refuses before there is a request: broken
 * framing, or headers that are too large or too slow.
 */
export function rawErrorAnswer(error: { code?: string }): string {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return writeAnswer(apiError('slow_request', {}));
  if (error.code === 'HPE_HEADER_OVERFLOW') return writeAnswer(apiError('large_headers', {}));
  return writeAnswer(apiError('not_http', {}));
}

const ALLOWED = 'DELETE, GET, HEAD, POST';

/**
 * Refuses requests for a tunnel (CONNECT). Node creates no request for them but hands over the
 * connection.
 */
export function refuseTunnels(server: Server): void {
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.write(writeAnswer(apiError('tunnel', { allowed: ALLOWED }), { Allow: ALLOWED }));
    // Node no longer applies timeouts to this socket, so it is closed as soon as the answer is
    // written.
    socket.destroySoon();
  });
}
