import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

/** How long a request waits to be counted: a Redis that hangs may not make the API slow. */
const PATIENCE_MS = 250;

/** The connection that limits are counted on; ends with the app. */
export function openCounters(app: FastifyInstance, redis: Redis): Redis {
  const counters = redis.duplicate({ commandTimeout: PATIENCE_MS });
  // The connection that it is a copy of tells of outages.
  counters.on('error', () => {});
  app.addHook('onClose', () => counters.disconnect());
  return counters;
}

type Limit = { readonly max: number; readonly key: 'organization' | 'address' };

/**
 * Limits the requests of a scope per minute, counted in Redis across processes. With Redis away everything passes: refusing
 * would make a hint store a single point of failure.
 */
export async function installRateLimit(app: FastifyInstance, redis: Redis, limit: Limit): Promise<void> {
  const perOrganization = limit.key === 'organization';
  await app.register(fastifyRateLimit, {
    redis,
    nameSpace: `ibe-limit-${limit.key}-`,
    skipOnError: true,
    max: limit.max,
    timeWindow: '1 minute',
    enableDraftSpec: true,
    // After authentication, where there is one.
    hook: perOrganization ? 'preParsing' : 'onRequest',
    // Else by address: of IPv6 by the /64 that a client owns at least.
    ipv6Subnet: 64,
    ...(perOrganization && { keyGenerator: (request) => String(request.organization?.organizationId) }),
    errorResponseBuilder: (_request, { ttl }) =>
      app.httpErrors.tooManyRequests(
        `Too many requests; try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds`,
      ),
  });
}
