import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../access/client-network.ts';
import type { Authenticator } from '../ingestion/sessions.ts';
import type { SessionOrganization } from '../persistence/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request that passed authentication. */
    organization: SessionOrganization | null;
  }
}

/**
 * Lets only live sessions in. Runs before the body is read.
 * @throws 401, 429
 */
export function installAuthentication(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('organization', null);
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers;
    if (!authorization?.trim()) throw app.httpErrors.unauthorized('Missing Authorization header');
    // Node keeps the first of several headers; whoever sends two may mean either.
    const { rawHeaders } = request.raw;
    const isSingle =
      rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name)).length === 1;
    request.organization = isSingle
      ? await authenticator.authenticate(authorization, clientNetwork(request.ip))
      : null;
    if (!request.organization) throw app.httpErrors.unauthorized('Invalid or expired session token');
  });
}

/** The organization of an authenticated request. */
export function organizationOf(request: FastifyRequest): SessionOrganization {
  if (!request.organization) throw new Error('the route is outside authentication');
  return request.organization;
}
