import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { RedisConnection } from '../platform/jobs/connection.ts';
import { createClientCounts } from '../platform/admission/connections/client-counts.ts';
import { apiError } from '../contracts/api-error.ts';
import { clientNetwork } from '../platform/admission/connections/client-network.ts';

/** How long a request waits to be counted: a Redis that hangs may not make the API slow. */
const PATIENCE_MS = 250;

/** The connection that limits are counted on; ends with the app. */
export function createCounters(app: FastifyInstance, redis: RedisConnection): RedisConnection {
  const patience = { commandTimeout: PATIENCE_MS };
  const counters =
    'slots' in redis ? redis.duplicate([], { redisOptions: patience }) : redis.duplicate(patience);
  // The connection that it is a copy of tells of outages.
  counters.on('error', () => {});
  app.addHook('onClose', () => counters.disconnect());
  return counters;
}

type Limit = { readonly max: number; readonly key: 'organization' | 'address' };

/**
 * Limits the requests of a scope per minute, counted in Redis across processes. With Redis away reads pass: refusing would make a hint store a
 * single point of failure. What is limited per address, against guessing, is then counted by each process for itself.
 */
export async function installRateLimit(
  app: FastifyInstance,
  redis: RedisConnection,
  limit: Limit,
): Promise<void> {
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
      perOrganization ? String(request.organization?.organizationId) : clientNetwork(request.ip),
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.max(1, Math.ceil(ttl / 1000))),
  });
  if (!perOrganization) limitUncounted(app, limit.max);
}

function limitUncounted(app: FastifyInstance, max: number): void {
  const attempts = createClientCounts({ max });
  app.addHook('preParsing', async (request, reply) => {
    // Counting begins at 1: who has the whole limit left was not counted.
    if (reply.getHeader('ratelimit-remaining') !== max) return;
    const client = clientNetwork(request.ip);
    const wait = attempts.secondsToWait(client);
    if (wait > 0) {
      reply.header('RateLimit-Remaining', 0).header('RateLimit-Reset', wait);
      throw tooMany(wait);
    }
    attempts.count(client);
  });
}

const tooMany = (seconds: number) => apiError('read_rate', { seconds }, seconds);
