import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createBodyCollector } from './free-bodies.ts';

/** So long what a refused request still sends is read past. */
const PATIENCE_MS = 10_000;
/** Of a body that is not wanted; a connection that would bring more ends with the answer. */
const MAX_READ_PAST = 1024 * 1024;

/**
 * Lets the answer to a request that is refused before its body was read reach its client. Where the connection ends with the answer, Node would close it
 * at once, and what the client is still sending would make the system throw the answer away. A connection that stays is read on by Node itself: where
 * that would be much it does not stay, for nobody would do away with what is read.
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

/** Of chunks nobody knows how many come. */
function isShort({ request: { headers } }: FastifyReply): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return !isChunked && Number(headers['content-length'] ?? 0) <= MAX_READ_PAST;
}

/** The whole answer, and its end when the client has sent everything. */
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
