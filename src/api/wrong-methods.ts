import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../contracts/api-error.ts';

/** Node handles this method itself. */
const TUNNEL = 'CONNECT';

/**
 * Collects the methods of all routes that are registered after this call.
 * @returns a function that adds to each path a route for all other methods, including OPTIONS, which answers
 * 405 with `Allow`. It runs before authentication, because paths are not secret, and before the body is read.
 * HEAD is allowed wherever GET is.
 */
export function createMethodCheck(app: FastifyInstance): () => void {
  const methods = METHODS.filter((method) => method !== TUNNEL);
  for (const method of methods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    allowed.set(url, (allowed.get(url) ?? new Set()).union(new Set([method].flat())));
  });
  return () => {
    for (const [url, known] of new Map(allowed)) {
      const allow = [...known].toSorted().join(', ');
      app.route({
        method: methods.filter((method) => !known.has(method)),
        url,
        schema: { hide: true },
        onRequest: async ({ method }, reply) => {
          reply.header('Allow', allow);
          throw apiError('wrong_method', { method, allowed: allow });
        },
        handler: () => {},
      });
    }
  };
}
