import { type ClientRequest, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { explainError, fail, type Failure } from './failure.ts';

export type Message = {
  readonly address: URL;
  readonly body: Buffer;
  /** From now until the answer begins, and until it has ended: what is left of the message's own limit (AEAT_TIMEOUT_SECONDS, open-aeat-client.ts). */
  readonly headersTimeoutMs: number;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Asked before each piece of the body leaves, at the last moment: false ends the exchange as `late`. */
  readonly mayBeArchived: () => boolean;
  readonly signal: AbortSignal;
};

/** More than most envelopes have, less than what the system takes at once. */
const PIECE_BYTES = 64 * 1024;

export type HttpAnswer = {
  /** Who answered: host and port of the address that was asked. */
  readonly host: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As far as it came. */
  readonly body: Buffer;
};

export type Exchange = {
  readonly answer: HttpAnswer | null;
  /** null where the answer is whole. */
  readonly failure: Failure | null;
};

/** Posts one message over a fresh connection and reads what comes back, within its limits. The connection is closed afterwards. */
export function exchangeMessage(socket: Socket, message: Message): Promise<Exchange> {
  const { address, body, headersTimeoutMs, timeoutMs, signal } = message;
  return new Promise((resolve) => {
    let partial: PartialAnswer | null = null;
    const settle = (failure: Failure | null) => {
      clearTimeout(headersTimer);
      clearTimeout(wholeTimer);
      signal.removeEventListener('abort', abort);
      resolve({ answer: partial && finishAnswer(partial), failure });
      socket.destroy();
    };
    const headersTimer = setTimeout(
      () => settle(fail('timeout', `no answer within ${headersTimeoutMs} ms`)),
      headersTimeoutMs,
    );
    const wholeTimer = setTimeout(
      () => settle(fail('timeout', `no whole answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const abort = () => settle(fail('aborted', 'the client was closed'));
    signal.addEventListener('abort', abort);
    if (signal.aborted) return abort();
    const outgoing = request({
      createConnection: () => socket,
      method: 'POST',
      path: address.pathname + address.search,
      headers: buildHeaders(address, body),
    });
    // Once an answer has begun it is the answer that tells whether it is whole.
    outgoing.on('error', (error) => partial ?? settle(explainError(error, 'reset')));
    outgoing.on('close', () => partial ?? settle(fail('reset', 'the connection closed without an answer')));
    outgoing.on('response', (incoming) => {
      clearTimeout(headersTimer);
      partial = { host: address.host, incoming, chunks: [], length: 0 };
      readBody(partial, message.maxAnswerBytes, settle);
    });
    // From the next turn on the connection takes what is written in the same call.
    outgoing.on('socket', () =>
      process.nextTick(() => {
        sendBody(outgoing, body, message.mayBeArchived).then(
          (isArchived) => isArchived || settle(fail('late', 'held up until the time to send it was over')),
          // Told by the request itself.
          () => {},
        );
      }),
    );
  });
}

/**
 * Sends a body piece by piece, each when the system has taken the one before. Without its last piece a message is none, and between the
 * last look and the system's having that piece nothing else runs: a process that was stopped sends no message when it goes on.
 * @returns false when it must not leave any more; then it did not.
 */
async function sendBody(
  outgoing: ClientRequest,
  body: Buffer,
  mayBeArchived: () => boolean,
): Promise<boolean> {
  let start = 0;
  for (; body.length - start > PIECE_BYTES; start += PIECE_BYTES) {
    if (!mayBeArchived()) return false;
    await writePiece(outgoing, body.subarray(start, start + PIECE_BYTES));
  }
  if (!mayBeArchived()) return false;
  outgoing.end(body.subarray(start));
  return true;
}

function writePiece(outgoing: ClientRequest, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

function buildHeaders({ host }: URL, body: Buffer): Record<string, string | number> {
  return {
    host,
    'content-type': 'text/xml; charset=utf-8',
    'content-length': body.length,
    soapaction: '""',
    accept: 'text/xml',
    'accept-encoding': 'identity',
    'user-agent': 'invoice-batch-engine',
  };
}

type PartialAnswer = {
  readonly host: string;
  readonly incoming: IncomingMessage;
  readonly chunks: Buffer[];
  length: number;
};

function readBody(partial: PartialAnswer, maxBytes: number, settle: (failure: Failure | null) => void): void {
  const { incoming } = partial;
  const refuse = () => settle(fail('too_large', `an answer of more than ${maxBytes} bytes`));
  if (Number(incoming.headers['content-length']) > maxBytes) {
    refuse();
    return;
  }
  incoming.on('data', (chunk: Buffer) => {
    partial.chunks.push(chunk);
    partial.length += chunk.length;
    if (partial.length > maxBytes) refuse();
  });
  incoming.on('end', () => settle(null));
  incoming.on('close', () => settle(fail('truncated', 'the connection closed within the answer')));
  incoming.on('error', (error) => settle({ ...explainError(error, 'truncated'), reason: 'truncated' }));
}

function finishAnswer({ host, incoming, chunks }: PartialAnswer): HttpAnswer {
  return { host, status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) };
}
