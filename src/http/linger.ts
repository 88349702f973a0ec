import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** So long what a refused request still sends is read past. */
const PATIENCE_MS = 10_000;

/**
 * Lets the answer to a request that is refused before its body was read reach its client. Where the connection ends with the answer, Node would close it
 * at once, and what the client is still sending would make the system throw the answer away. A connection that stays is read on by Node itself.
 */
export function installLingering(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (reply.raw.shouldKeepAlive || raw.complete || typeof payload !== 'string') return done(null, payload);
    reply.header('Content-Length', Buffer.byteLength(payload));
    done(null, Readable.from(answerAndLinger(raw, payload)));
  });
}

/** The whole answer, and its end when the client has sent everything. */
async function* answerAndLinger(request: IncomingMessage, payload: string): AsyncGenerator<string> {
  yield payload;
  const isOver = new AbortController();
  const { signal } = isOver;
  request.resume();
  await Promise.race([
    once(request, 'end', { signal }),
    once(request, 'close', { signal }),
    wait(PATIENCE_MS, undefined, { signal, ref: false }),
  ]).catch(() => {});
  isOver.abort();
}
