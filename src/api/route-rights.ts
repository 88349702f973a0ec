import type { FastifyInstance } from 'fastify';
import { apiError } from '../contracts/api-error.ts';
import type { KeyRight } from '../contracts/codes.ts';
import { organizationOf } from './authentication.ts';
import { describeError } from './documentation/describe-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Right that the API key of the session needs; null if it needs none. */
    right?: KeyRight | null;
  }
}

/**
 * Refuses requests whose API key lacks the right of the route, and documents this refusal. Runs
 * after authentication and before the body is read.
 * @throws 403; while the API is built, Error for a route without the configuration `right`.
 */
export function installRights(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const right = route.config?.right;
    if (right === undefined) throw new Error(`${String(route.method)} ${route.url} states no right`);
    if (right === null) return;
    const refusal = describeError(`\`forbidden\`: the API key of the session lacks the right \`${right}\``);
    Object.assign(route.schema!.response!, { 403: refusal });
  });
  app.addHook('onRequest', async (request) => {
    const { right } = request.routeOptions.config;
    if (right === null) return;
    if (right === undefined || !organizationOf(request).rights.includes(right))
      throw apiError('missing_right', { right: right ?? 'none' });
  });
}
