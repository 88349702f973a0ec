import { CONNECTION_LIMITS } from '../limits.ts';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from './client-network.ts';
import { countHeadBytes } from './connection-use.ts';
import { boundConnections, type ConnectionLimits, type Connections } from './connections.ts';
import { createUnreadAnswers } from './unread-answers.ts';

export type AdmissionLimits = ConnectionLimits & {
  /** The total bytes of answers that wait for clients to read them. */
  readonly unreadBytes: number;
  /** Returns the owner of a request; null if it did not authenticate. */
  readonly ownerOf: (request: FastifyRequest) => string | null;
};

/**
 * Limits what the clients of an app may use: connections, open requests and unread answers. Must be
 * installed before all other hooks.
 */
export function installAdmission(app: FastifyInstance, limits: AdmissionLimits): Connections {
  const { refusals, ownerOf } = limits;
  const connections = boundConnections(app.server, limits);
  const unread = createUnreadAnswers({ most: limits.unreadBytes });

  function keepAccount(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const { raw, ip: client } = request;
    const owner = ownerOf(request) ?? clientNetwork(client);
    const forget = unread.keep({
      owner,
      bytes: countBytes(payload) + countHeadBytes(raw),
      drop() {
        const message = 'A connection was closed because its client did not read the answers';
        refusals.note(owner, { client, owner, requestId: request.id }, message);
        raw.socket.destroy();
      },
    });
    reply.raw.once('close', forget);
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (connections.isRefused(request.raw)) reply.hijack();
    else done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    keepAccount(request, reply, payload);
    const { socket } = request.raw;
    if (connections.isStranger(socket)) {
      reply.header('Keep-Alive', `timeout=${CONNECTION_LIMITS.strangerPatienceSeconds}`);
      connections.answerStranger(socket);
    }
    done(null, payload);
  });
  return connections;
}

/**
 * Returns the bytes of an answer in memory. For a stream these are its read-ahead buffer and the
 * chunk that was passed on.
 */
function countBytes(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return Buffer.byteLength(payload);
  return payload instanceof Readable ? 2 * payload.readableHighWaterMark : 0;
}
