import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { readRetryAfter } from '../domain/webhooks/backoff.ts';

/** What came of a try. */
export type Answer =
  | { readonly kind: 'taken' }
  /** 410: it wants nothing any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly why: string; readonly askedForMs: number | null };

/** Of the rest of an answer, in which nothing is wanted: so many bytes and so much time of it are read, so that the connection can be used again. */
const MAX_DRAINED = 16 * 1024;
const DRAINED_MS = 100;
const MAX_WHY = 200;
/** Interim answers (1xx) before the one that counts. */
const MAX_ANNOUNCED = 5;

/**
 * Posts a message. The status alone decides; redirects are not followed, and the body of the answer is thrown away. Never fails: an answer says what
 * went wrong.
 * @param timeoutMs from the connection to the head of the answer.
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
      // Each of them is read before the answer, as many as come.
      .on('information', () => {
        announced += 1;
        if (announced > MAX_ANNOUNCED)
          sending.destroy(new Error('it announces an answer again and again (1xx)'));
      })
      .on('response', resolve)
      // Stays for what comes behind the answer's head: the time that is over, a line that breaks.
      .on('error', reject)
      .end(body);
  });
}

/** A short one lets the connection be used again; a long one, or one that does not come, ends it: nobody waits for the connection. */
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
      ? `${statusCode}, a redirect: none is followed`
      : String(statusCode);
  return { kind: 'failed', why, askedForMs: mayAsk ? readRetryAfter(headers['retry-after'], now) : null };
}

function explain({ name, code, message }: NodeJS.ErrnoException, timeoutMs: number): string {
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  const text = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  return (text || code || name).replaceAll(/\s+/g, ' ').slice(0, MAX_WHY);
}
