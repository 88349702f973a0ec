import { PERMITS } from '../platform/admission/limits.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from '../contracts/api-error.ts';
import { createSemaphore, SemaphoreTimeout } from '../platform/admission/semaphore.ts';
import { organizationOf } from './authentication.ts';

/**
 * Requests with larger bodies are exempt: the body budget limits them by their bytes, and they may take long
 * to arrive.
 */
const LIGHT_BODY_BYTES = 64 * 1024;

const ends = new WeakMap<FastifyRequest, () => void>();

/**
 * Limits the concurrent requests of an organization on all of its connections, so that one
 * organization does not delay the others. A permit is released when the work ends, not when the client has
 * read the answer. Runs after authentication and before more expensive steps.
 * @throws 429 with Retry-After if a request waits too long for its permit.
 */
export function installRequestSemaphores(app: FastifyInstance): void {
  const withPermit = createSemaphore(PERMITS.requests);

  app.addHook('onRequest', async (request, reply) => {
    if (Number(request.headers['content-length'] ?? 0) > LIGHT_BODY_BYTES) return;
    const { organizationId } = organizationOf(request);
    const { promise: over, resolve } = Promise.withResolvers<void>();
    // The release is deferred, so that events that have arrived meanwhile are processed first.
    const end = () => void setImmediate(resolve);
    ends.set(request, end);
    reply.raw.once('close', end);
    const { promise: begun, resolve: begin, reject } = Promise.withResolvers<void>();
    withPermit(organizationId, () => {
      begin();
      return over;
    }).catch(reject);
    await begun.catch((error: unknown) => {
      throw error instanceof SemaphoreTimeout ? apiError('open_requests', {}) : error;
    });
  });
  app.addHook('onSend', async (request) => releasePermit(request));
}

/** Releases the permit of a request that only waits from now on. */
export function releasePermit(request: FastifyRequest): void {
  ends.get(request)?.();
}
