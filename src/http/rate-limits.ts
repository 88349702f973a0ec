import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

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
    keyGenerator: (request) =>
      perOrganization ? String(request.organization?.organizationId) : networkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      app.httpErrors.tooManyRequests(
        `Too many requests; try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds`,
      ),
  });
}

/** An IPv6 client owns a /64 at least. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const missing = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array<string>(missing).fill('0'), ...after].slice(0, 4).join(':');
}
