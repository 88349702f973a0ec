import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, apiError } from '../contracts/api-error.ts';
import { clientNetwork } from '../platform/admission/connections/client-network.ts';
import { type Authenticator, hashToken } from '../organizations/access/sessions.ts';
import type { SessionOrganization } from '../organizations/access/session-statements.ts';
import { buildChallenge, describeInvalid, isApiKey } from './answers/challenge.ts';
import { explainCredentials } from './answers/explain-credentials.ts';
import { formOf } from './versions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every authenticated request. */
    organization: SessionOrganization | null;
    /** A refused token or key. The log reports its owner if the owner is known. */
    refusedSecret: string | null;
  }
}

/**
 * Refuses requests without a live session, or in version 2 without a live API key either. Runs
 * before the body is read.
 * @throws 401, 429
 */
export function installAuthentication(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers;
    const form = formOf(request);
    // Node keeps the first of several headers, but the client may mean any of them.
    const { rawHeaders } = request.raw;
    const isSingle =
      rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name)).length === 1;
    if (authorization?.trim() && isSingle && (form.acceptsKeys || !isApiKey(authorization))) {
      const client = clientNetwork(request.ip);
      const accepts = { keys: form.acceptsKeys };
      request.organization = await authenticator.authenticate(authorization, client, accepts);
    }
    if (request.organization) return;
    if (authorization?.trim()) request.refusedSecret = authorization;
    throw form.acceptsKeys
      ? refuse(explainCredentials(request.headers, isSingle), request, reply)
      : refuseInV1(request, reply);
  });
}

/** Says in the challenge what the message says, which is never that of the client. */
function refuse(error: ApiError, { headers }: FastifyRequest, reply: FastifyReply): ApiError {
  const hasNone = !headers.authorization?.trim();
  reply.header(
    'WWW-Authenticate',
    hasNone ? 'Bearer' : describeInvalid(error.message.replaceAll('…', '...')),
  );
  return error;
}

function refuseInV1(request: FastifyRequest, reply: FastifyReply): ApiError {
  const { authorization } = request.headers;
  reply.header('WWW-Authenticate', buildChallenge(authorization, formOf(request)));
  return authorization?.trim() ? apiError('invalid_token', {}) : apiError('missing_authorization', {});
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

/**
 * Returns the organization of an authenticated request, and the hash of its session token or API
 * key, by which the database finds the key that acts.
 */
export function sessionOf(request: FastifyRequest): {
  readonly organizationId: number;
  readonly tokenHash: Buffer;
} {
  const { organizationId } = organizationOf(request);
  return { organizationId, tokenHash: hashToken(request.headers.authorization!) };
}
