import type { Redis } from 'ioredis';
import type { Environment } from './config/environment.ts';
import { type Database, openDatabase } from './persistence/database.ts';
import { openProducerConnection } from './queue/connection.ts';
import { type Hints, openHints } from './queue/hints.ts';
import { type Logger, openLogger } from './telemetry/logger.ts';
import { type Metrics, openMetrics } from './telemetry/metrics.ts';

export type Runtime = AsyncDisposable & {
  readonly environment: Environment;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly redis: Redis;
  readonly hints: Hints;
  readonly now: () => Date;
};

/**
 * Opens what every process needs. Nothing is connected yet: a process starts while PostgreSQL or Redis is away, and its
 * readiness says so.
 */
export async function openRuntime(environment: Environment, process: string): Promise<Runtime> {
  const resources = new AsyncDisposableStack();
  const logger = openLogger({ level: environment.LOG_LEVEL, process });
  const database = resources.use(
    await openDatabase({ url: environment.DATABASE_URL, applicationName: `ibe-${process}` }),
  );
  const redis = openProducerConnection(environment.REDIS_URL);
  resources.defer(() => redis.disconnect());
  logConnection(redis, logger);
  const hints = resources.use(openHints(redis));
  return {
    environment,
    logger,
    metrics: openMetrics(),
    database,
    redis,
    hints,
    now: () => new Date(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Says once that Redis went and once that it came back; ioredis tells of every attempt. */
export function logConnection(redis: Redis, logger: Logger): void {
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) logger.warn({ err: error }, 'Redis is away');
    away = true;
  });
  redis.on('ready', () => {
    if (away) logger.info('Redis is back');
    away = false;
  });
}
