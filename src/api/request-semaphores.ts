import { PERMITS } from '../platform/admission/limits.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from '../contracts/api-error.ts';
import { createSemaphore, SemaphoreTimeout } from '../platform/admission/semaphore.ts';
import { organizationOf } from './authentication.ts';

/** Larger bodies have turns of their own, by their bytes, and may take long to arrive. */
const LIGHT_BODY_BYTES = 64 * 1024;

const ends = new WeakMap<FastifyRequest, () => void>();

/**
 * Works on so many requests of an organization at a time, however many connections they come on: what one sends ahead keeps nobody else's waiting. A turn
 * ends with the work, not when the client has taken the answer. Comes after authentication, before whatever costs more.
 * @throws 429 with Retry-After when a request waits for too long.
 */
export function installRequestSemaphores(app: FastifyInstance): void {
  const withPermit = createSemaphore(PERMITS.requests);

  app.addHook('onRequest', async (request, reply) => {
    if (Number(request.headers['content-length'] ?? 0) > LIGHT_BODY_BYTES) return;
    const { organizationId } = organizationOf(request);
    const { promise: over, resolve } = Promise.withResolvers<void>();
    // What has come meanwhile goes first.
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

/** Ends the turn of a request that only waits from now on. */
export function releasePermit(request: FastifyRequest): void {
  ends.get(request)?.();
}
