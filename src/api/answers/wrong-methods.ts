import type { FastifyInstance } from 'fastify';
import createRouter from 'find-my-way';
import { apiError } from '../../contracts/api-error.ts';
import { API_FORMS } from '../versions.ts';

/**
 * Answers 405 with `Allow` to a request whose path has routes, but not for its method, including
 * OPTIONS. It does so before authentication, because paths are not secret, and before the body is
 * read. HEAD is allowed wherever GET is. The paths of the API that are registered after this call
 * are in a router of their own: a route for each other method of each path would make the router
 * thirty times as large.
 */
export function installMethodCheck(app: FastifyInstance): void {
  const prefixes = Object.values(API_FORMS).map(({ prefix }) => prefix);
  const methods = new Map<string, Set<string>>();
  const paths = createRouter({ maxParamLength: app.initialConfig.routerOptions?.maxParamLength ?? 100 });
  app.addHook('onRoute', ({ url, method }) => {
    // The reference page is not part of the API; Fastify reports only some of its routes.
    if (!prefixes.some((prefix) => url.startsWith(prefix))) return;
    const known = methods.get(url);
    const allowed = known ?? new Set();
    for (const one of [method].flat()) allowed.add(one);
    if (known !== undefined) return;
    methods.set(url, allowed);
    paths.on('GET', url, () => {}, allowed);
  });
  app.addHook('onRequest', async (request, reply) => {
    // A request for another method of `/invoice_batches/validate` would find the route of
    // `/invoice_batches/:id`.
    const allowed = paths.find('GET', request.url)?.store as ReadonlySet<string> | undefined;
    if (allowed === undefined || allowed.has(request.method)) return;
    const listed = [...allowed].toSorted().join(', ');
    reply.header('Allow', listed);
    throw apiError('wrong_method', { method: request.method, allowed: listed });
  });
}
