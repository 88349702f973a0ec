import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { RedisConnection } from '../../platform/jobs/connection.ts';
import { createClientCounts } from '../../platform/admission/connections/client-counts.ts';
import { apiError } from '../../contracts/api-error.ts';
import { clientNetwork } from '../../platform/admission/connections/client-network.ts';

/**
 * Milliseconds that a request waits to be counted, because a Redis that hangs must not slow the API
 * down.
 */
const PATIENCE_MS = 250;

/** Opens the Redis connection that counts requests for the limits. It is closed with the app. */
export function createCounters(app: FastifyInstance, redis: RedisConnection): RedisConnection {
  const patience = { commandTimeout: PATIENCE_MS };
  const counters =
    'slots' in redis ? redis.duplicate([], { redisOptions: patience }) : redis.duplicate(patience);
  // The original connection logs outages.
  counters.on('error', () => {});
  app.addHook('onClose', () => counters.disconnect());
  return counters;
}

type Limit = { readonly max: number; readonly key: 'organization' | 'address' };

/**
 * Limits the requests of a scope per minute. Redis holds the counts for all processes. If Redis is
 * unavailable, requests that are limited per organization pass: otherwise Redis would be a single
 * point of failure. Requests that are limited per address, against guessing, are then counted by
 * each process by itself.
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
    // Limits per organization run after authentication.
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
    // Redis counts from 1, so a request that has the whole limit left was not counted.
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
