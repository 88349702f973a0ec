import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { explainRefused, openAuthenticator } from '../ingestion/sessions.ts';
import type { SessionOrganization } from '../persistence/sessions.ts';
import { buildChallenge, isApiKey } from './challenge.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request that passed authentication. */
    organization: SessionOrganization | null;
  }
}

/**
 * Lets only live sessions in. Runs before the body is read.
 * @throws 401
 */
export function installAuthentication(app: FastifyInstance, pool: Pool, now: () => Date): void {
  app.decorateRequest('organization', null);
  const authenticator = openAuthenticator(pool, now);
  app.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers;
    const challenge = () => reply.header('WWW-Authenticate', buildChallenge(authorization));
    if (!authorization?.trim()) {
      challenge();
      throw app.httpErrors.unauthorized('Missing Authorization header');
    }
    // Node keeps the first of several headers; whoever sends two may mean either.
    const { rawHeaders } = request.raw;
    const isSingle =
      rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name)).length === 1;
    const isToken = isSingle && !isApiKey(authorization);
    request.organization = isToken ? await authenticator.authenticate(authorization) : null;
    if (!request.organization) {
      const known = await explainRefused(pool, authorization, now());
      request.log.warn({ client: request.ip, ...known }, 'Token refused');
      challenge();
      throw app.httpErrors.unauthorized('Invalid or expired session token');
    }
  });
}

/** The organization of an authenticated request. */
export function organizationOf(request: FastifyRequest): SessionOrganization {
  if (!request.organization) throw new Error('the route is outside authentication');
  return request.organization;
}
