import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createBodyCollector } from './free-bodies.ts';

/** How long the rest of a refused request is read and discarded. */
const PATIENCE_MS = 10_000;
/**
 * Maximum length of an unwanted body that is discarded on a kept connection. With a longer body the
 * connection closes after the answer.
 */
const MAX_READ_PAST = 1024 * 1024;

/**
 * Ensures that the answer to a request that is refused before its body was read reaches the client.
 * Without it, Node would close the connection at once, and the operating system would discard the
 * answer because the client is still sending. On a kept connection Node itself reads the rest of
 * the body. A connection with a long or chunked body is not kept, because the memory of the
 * discarded bytes would not be freed early.
 */
export function installBodyDrain(app: FastifyInstance): void {
  const collect = createBodyCollector();
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (
      raw.complete ||
      raw.readableEnded ||
      typeof payload !== 'string' ||
      (reply.raw.shouldKeepAlive && isShort(reply))
    ) {
      return done(null, payload);
    }
    reply.headers({ 'Content-Length': Buffer.byteLength(payload), Connection: 'close' });
    done(null, Readable.from(answerAndDrain(raw, payload, collect)));
  });
}

/** The length of a chunked body is unknown, so it does not count as short. */
function isShort({ request: { headers } }: FastifyReply): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return !isChunked && Number(headers['content-length'] ?? 0) <= MAX_READ_PAST;
}

/**
 * Yields the whole answer and ends when the client has sent everything, has closed the connection,
 * or the time is over.
 */
async function* answerAndDrain(
  request: IncomingMessage,
  payload: string,
  collect: (bytes: number) => void,
): AsyncGenerator<string> {
  yield payload;
  const isOver = new AbortController();
  const { signal } = isOver;
  request.on('data', ({ length }: Buffer) => collect(length)).resume();
  await Promise.race([
    once(request, 'end', { signal }),
    once(request, 'close', { signal }),
    wait(PATIENCE_MS, undefined, { signal, ref: false }),
  ]).catch(() => {});
  isOver.abort();
}
