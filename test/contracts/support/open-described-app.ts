import { Redis } from 'ioredis';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../src/api/app.ts';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { createMetrics } from '../../support/metrics.ts';
import { TEST_SOFTWARE } from '../../support/software.ts';
import { testLogger } from '../../support/test-logger.ts';
import { THREADS } from '../../support/threads.ts';
import { UNKNOWING } from '../../support/tracker.ts';
import { UNTRACED } from '../../support/untraced.ts';

const NOWHERE = 'postgres://127.0.0.1:1/nowhere';

/**
 * Builds the API only to read its OpenAPI documents, which connects to neither PostgreSQL nor
 * Redis.
 */
export async function openDescribedApp(): Promise<AsyncDisposable & { readonly app: FastifyInstance }> {
  const database = openDatabase({ url: NOWHERE, applicationName: 'test' });
  const app = await buildApp({
    environment: loadEnvironment({ DATABASE_URL: NOWHERE }),
    pool: database.pool,
    orm: database.orm,
    redis: new Redis<'legacy'>({ lazyConnect: true }),
    jobQueues: { send: async () => {} },
    logger: testLogger,
    metrics: createMetrics(),
    now: () => new Date(),
    software: TEST_SOFTWARE,
    tracker: UNKNOWING,
    outside: null,
    ...THREADS,
    ...UNTRACED,
  });
  return {
    app,
    async [Symbol.asyncDispose]() {
      await app.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
