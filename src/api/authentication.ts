import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from '../contracts/api-error.ts';
import { clientNetwork } from '../platform/admission/connections/client-network.ts';
import { type Authenticator, hashToken } from './access/sessions.ts';
import type { SessionOrganization } from './access/session-statements.ts';
import { buildChallenge, isApiKey } from './challenge.ts';
import { versionOf } from './versions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every authenticated request. */
    organization: SessionOrganization | null;
    /** A refused token or key. The log reports its owner if the owner is known. */
    refusedSecret: string | null;
  }
}

/**
 * Refuses requests without a live session. Runs before the body is read.
 * @throws 401, 429
 */
export function installAuthentication(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers;
    const challenge = () =>
      reply.header('WWW-Authenticate', buildChallenge(authorization, versionOf(request)));
    if (!authorization?.trim()) {
      challenge();
      throw apiError('missing_authorization', {});
    }
    // Node keeps the first of several headers, but the client may mean any of them.
    const { rawHeaders } = request.raw;
    const isSingle =
      rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name)).length === 1;
    const isToken = isSingle && !isApiKey(authorization);
    request.organization = isToken
      ? await authenticator.authenticate(authorization, clientNetwork(request.ip))
      : null;
    if (!request.organization) {
      request.refusedSecret = authorization;
      challenge();
      throw apiError('invalid_token', {});
    }
  });
}

/**
 * Returns the organization of an authenticated request.
 * @throws Error if the route is not behind authentication, which is a defect.
 */
export function organizationOf(request: FastifyRequest): SessionOrganization {
  if (!request.organization)
    throw new Error('the route does not require authentication, so the request has no organization');
  return request.organization;
}

/** Returns the organization of an authenticated request, and the hash of its session token, by which the database finds the key that acts. */
export function sessionOf(request: FastifyRequest): {
  readonly organizationId: number;
  readonly tokenHash: Buffer;
} {
  const { organizationId } = organizationOf(request);
  return { organizationId, tokenHash: hashToken(request.headers.authorization!) };
}
