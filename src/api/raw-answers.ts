import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../contracts/answers.ts';
import { CODES } from './errors.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const REASONS = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
} as const;

/** @returns a whole HTTP message, after which its connection ends. */
function writeAnswer(
  status: keyof typeof REASONS,
  message: string,
  headers: Record<string, string> = {},
): string {
  const body = JSON.stringify({ error: { code: CODES[status]!, message } } satisfies ErrorBody);
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': randomUUID(),
    ...SECURITY_HEADERS,
    ...headers,
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${REASONS[status]}`, ...lines, '', body].join('\r\n');
}

/** The answer to what Node's HTTP parser refuses before there is a request: broken framing, headers too large or too slow. */
export function rawErrorAnswer(error: { code?: string }): string {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return writeAnswer(408, 'The request took too long to arrive');
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') return writeAnswer(431, 'The headers are larger than 16 KiB');
  return writeAnswer(400, 'The request is not valid HTTP');
}

/** Answers who asks for a tunnel (CONNECT). Node has no request for that: it hands the connection over. */
export function refuseTunnels(server: Server): void {
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const message = 'CONNECT is not allowed here; DELETE, GET, HEAD, POST is';
    socket.write(writeAnswer(405, message, { Allow: 'DELETE, GET, HEAD, POST' }));
    // Nobody else keeps its time from now on.
    socket.destroySoon();
  });
}
