import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** So long clients with a connection of their own have to come once more and be told that it ends. */
const GRACE_MS = 2000;

/**
 * Ends the connections of an app that is about to close without cutting off a request: for a moment everything is still answered, each
 * answer saying that its connection ends with it. Closing idle connections at once would meet requests that are on their way.
 */
export async function drainConnections(app: FastifyInstance): Promise<void> {
  app.server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await wait(GRACE_MS);
}
