import { type ClientRequest, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { explainError, fail, type Failure } from './failure.ts';

/** What is sent, and which answers are expected. */
export type Content = {
  readonly contentType: string;
  /** The `Accept` header. */
  readonly accept: string;
  readonly body: Buffer;
  readonly maxAnswerBytes: number;
};

export type Message = Content & {
  readonly address: URL;
  /**
   * Time limits from now until the answer begins and until it ends. They are the remainder of the
   * time limit of the message.
   */
  readonly headersTimeoutMs: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
  /**
   * Called immediately before each piece of the body is sent. When it returns false, the exchange
   * ends as `late`.
   */
  readonly maySend: () => boolean;
  readonly signal: AbortSignal;
};

/** Larger than most envelopes, and smaller than what the operating system accepts at once. */
const PIECE_BYTES = 64 * 1024;

export type HttpAnswer = {
  /** Host and port of the requested address. */
  readonly host: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The part of the body that was received. */
  readonly body: Buffer;
};

export type Exchange = {
  readonly answer: HttpAnswer | null;
  /** null when the answer is complete. */
  readonly failure: Failure | null;
};

/**
 * Posts one message over a fresh connection and reads the answer within the limits. Closes the
 * connection afterwards.
 */
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
      () => settle(fail('timeout', `no complete answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const abort = () => settle(fail('aborted', 'the client was closed'));
    signal.addEventListener('abort', abort);
    if (signal.aborted) return abort();
    const outgoing = request({
      createConnection: () => socket,
      method: 'POST',
      path: address.pathname + address.search,
      headers: buildHeaders(message),
    });
    // After an answer has begun, only the answer determines whether it is complete.
    outgoing.on('error', (error) => partial ?? settle(explainError(error, 'reset')));
    outgoing.on('close', () => partial ?? settle(fail('reset', 'the connection closed without an answer')));
    outgoing.on('response', (incoming) => {
      clearTimeout(headersTimer);
      partial = { host: address.host, incoming, chunks: [], length: 0 };
      readBody(partial, message.maxAnswerBytes, settle);
    });
    // From the next tick on, the socket accepts data synchronously within the same call.
    outgoing.on('socket', () =>
      process.nextTick(() => {
        sendBody(outgoing, body, message.maySend).then(
          (isSent) => isSent || settle(fail('late', 'it was delayed until the time for sending it was over')),
          // The `error` event of the request reports this error.
          () => {},
        );
      }),
    );
  });
}

/**
 * Sends a body in pieces, each after the operating system has accepted the previous one. A message
 * without its last piece is incomplete. No other code runs between the last check and the hand-over
 * of the last piece, therefore a suspended process sends no message after it resumes.
 * @returns false when the time limit was over before the last piece was sent; then the message was
 *   not sent completely.
 */
async function sendBody(outgoing: ClientRequest, body: Buffer, maySend: () => boolean): Promise<boolean> {
  let start = 0;
  for (; body.length - start > PIECE_BYTES; start += PIECE_BYTES) {
    if (!maySend()) return false;
    await writePiece(outgoing, body.subarray(start, start + PIECE_BYTES));
  }
  if (!maySend()) return false;
  outgoing.end(body.subarray(start));
  return true;
}

function writePiece(outgoing: ClientRequest, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

function buildHeaders({
  address: { host },
  contentType,
  accept,
  body,
  userAgent,
}: Message): Record<string, string | number> {
  return {
    host,
    'content-type': contentType,
    'content-length': body.length,
    soapaction: '""',
    accept,
    'accept-encoding': 'identity',
    'user-agent': userAgent,
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
  incoming.on('close', () =>
    settle(fail('truncated', 'the connection closed before the answer was complete')),
  );
  incoming.on('error', (error) => settle({ ...explainError(error, 'truncated'), reason: 'truncated' }));
}

function finishAnswer({ host, incoming, chunks }: PartialAnswer): HttpAnswer {
  return { host, status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) };
}
