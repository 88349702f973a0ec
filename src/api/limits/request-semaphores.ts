import { PERMITS, REQUESTS_BESIDE_OTHERS } from '../../platform/admission/limits.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from '../../contracts/api-error.ts';
import { createPresentOwners } from '../../platform/admission/present-owners.ts';
import { createSemaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { organizationOf } from '../authentication.ts';

/**
 * Requests with larger bodies are exempt: the body budget limits them by their bytes, and they may
 * take long to arrive.
 */
const LIGHT_BODY_BYTES = 64 * 1024;

type Permit = { readonly take: () => Promise<void>; readonly release: () => void };

const permits = new WeakMap<FastifyRequest, Permit>();

/**
 * Limits the concurrent requests of an organization on all of its connections, more strictly while
 * other organizations send requests, so that one organization does not delay the others. A permit
 * is released when the work ends, not when the client has read the answer. Runs after
 * authentication and before more expensive steps.
 * @throws 429 with Retry-After if a request waits too long for its permit.
 */
export function installRequestSemaphores(app: FastifyInstance): void {
  const present = createPresentOwners();
  const withPermit = createSemaphore(PERMITS.requests, (organizationId) =>
    present.isAlone(organizationId) ? PERMITS.requests.atOnce : REQUESTS_BESIDE_OTHERS,
  );

  app.addHook('onRequest', async (request, reply) => {
    const { organizationId } = organizationOf(request);
    present.see(organizationId);
    if (Number(request.headers['content-length'] ?? 0) > LIGHT_BODY_BYTES) return;
    let isClosed = false;
    let end: (() => void) | undefined;
    const take = async () => {
      // Nothing would release a permit of a closed connection.
      if (isClosed || end !== undefined) return;
      const { promise: over, resolve } = Promise.withResolvers<void>();
      // The release is deferred, so that events that have arrived meanwhile are processed first.
      end = () => void setImmediate(resolve);
      const { promise: begun, resolve: begin, reject } = Promise.withResolvers<void>();
      withPermit(organizationId, () => {
        begin();
        return over;
      }).catch(reject);
      await begun.catch((error: unknown) => {
        throw error instanceof SemaphoreTimeout ? apiError('open_requests', {}) : error;
      });
    };
    const release = () => {
      end?.();
      end = undefined;
    };
    permits.set(request, { take, release });
    reply.raw.once('close', () => {
      isClosed = true;
      release();
    });
    await take();
  });
  app.addHook('onSend', async (request) => releasePermit(request));
}

/** Releases the permit of a request that only waits from now on. */
export function releasePermit(request: FastifyRequest): void {
  permits.get(request)?.release();
}

/**
 * Takes the permit of a request again after a wait.
 * @throws 429 with Retry-After if the request waits too long for it.
 */
export async function retakePermit(request: FastifyRequest): Promise<void> {
  await permits.get(request)?.take();
}
