import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Time in which clients with an open connection can send one more request and learn that the
 * connection closes.
 */
const GRACE_MS = 2000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers the requests that wait for an invoice to be issued. */
    endWaits(): void;
  }
}

/**
 * Closes the connections of an app before it stops, without interrupting a request. For two seconds
 * every request is still answered, and each answer closes its connection. Closing idle connections
 * at once could meet requests that are already on their way.
 */
export async function drainConnections(app: FastifyInstance): Promise<void> {
  app.endWaits();
  app.server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await wait(GRACE_MS);
}
