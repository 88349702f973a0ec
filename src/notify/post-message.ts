import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { readRetryAfter } from './backoff.ts';

/** The outcome of an attempt. */
export type Answer =
  | { readonly kind: 'taken' }
  /** 410 Gone: the receiver wants no further messages. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly why: string; readonly askedForMs: number | null };

/**
 * How much of the answer's body is read, in bytes and in milliseconds, so that the connection can
 * be reused. Its content is ignored.
 */
const MAX_DRAINED = 16 * 1024;
const DRAINED_MS = 100;
const MAX_WHY = 200;
/** The maximum number of interim responses (1xx). */
const MAX_ANNOUNCED = 5;

/**
 * Posts a message. Only the status of the answer matters: redirects are not followed, and the body
 * is discarded. Never rejects; the result describes the error.
 * @param timeoutMs time limit in milliseconds from the connection to the end of the answer's
 *   header.
 */
export async function postMessage(
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { agent, timeoutMs, now }: { readonly agent: Agent; readonly timeoutMs: number; readonly now: () => Date },
): Promise<Answer> {
  try {
    const response = await send(url, message, agent, AbortSignal.timeout(timeoutMs));
    drain(response);
    return judge(response, now());
  } catch (error) {
    return { kind: 'failed', why: explain(error as NodeJS.ErrnoException, timeoutMs), askedForMs: null };
  }
}

function send(
  url: string,
  { headers, body }: Parameters<typeof postMessage>[1],
  agent: Agent,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } = url.startsWith('http:') ? http : https;
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    let announced = 0;
    const sending = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': length },
      agent,
      signal,
    });
    sending
      // Node reads all interim responses before the final one, however many there are.
      .on('information', () => {
        announced += 1;
        if (announced > MAX_ANNOUNCED)
          sending.destroy(new Error('it sends too many informational answers (1xx)'));
      })
      .on('response', resolve)
      // Remains attached for errors after the answer's header, such as a timeout or a broken
      // connection.
      .on('error', reject)
      .end(body);
  });
}

/**
 * Reads a short body so that the connection can be reused. Closes the connection if the body is
 * long or does not arrive, so that no caller waits for it.
 */
function drain(response: IncomingMessage): void {
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), DRAINED_MS);
  response.on('close', () => clearTimeout(timer));
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED) response.destroy();
  });
}

function judge({ statusCode = 0, headers }: IncomingMessage, now: Date): Answer {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'taken' };
  if (statusCode === 410) return { kind: 'gone' };
  const mayAsk = statusCode === 429 || statusCode === 503;
  const why =
    statusCode >= 300 && statusCode < 400
      ? `${statusCode}, a redirect, which is not followed`
      : String(statusCode);
  return { kind: 'failed', why, askedForMs: mayAsk ? readRetryAfter(headers['retry-after'], now) : null };
}

function explain({ name, code, message }: NodeJS.ErrnoException, timeoutMs: number): string {
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  const text = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  return (text || code || name).replaceAll(/\s+/g, ' ').slice(0, MAX_WHY);
}
