import { randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type Environment, loadEnvironment } from '../../src/config/environment.ts';
import { buildApp } from '../../src/http/app.ts';
import { generateApiKey, hashSecret, showPrefix } from '../../src/ingestion/secrets.ts';
import { createOrganization } from '../../src/persistence/organizations.ts';
import type { Hint } from '../../src/queue/hints.ts';
import { openLogger } from '../../src/telemetry/logger.ts';
import { openMetrics } from '../../src/telemetry/metrics.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { openTestRedis, testPrefix, testRedisUrl } from './redis.ts';

export type TestOrganization = { readonly id: number; readonly apiKey: string; readonly token: string };

export type TestApi = AsyncDisposable & {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  /** The hints that the API sent. */
  readonly hints: Hint[];
  /** The clock of the API; starts at the real time. */
  readonly clock: { now: Date };
  createOrganization(name?: string, verifactu?: boolean): Promise<TestOrganization>;
  post(
    token: string,
    body: unknown,
    options?: { key?: string; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>;
  get(token: string, path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
};

/** The API on a database of its own, with hints recorded instead of sent to the queues. */
export async function openTestApi(changes: Partial<Environment> = {}): Promise<TestApi> {
  const database = await openTestDatabase();
  const redis = await openTestRedis({ keyPrefix: testPrefix() });
  const hints: Hint[] = [];
  const clock = { now: new Date() };
  const environment = {
    ...loadEnvironment({
      DATABASE_URL: database.url,
      REDIS_URL: testRedisUrl(),
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    }),
    ...changes,
  };
  const app = await buildApp({
    environment,
    pool: database.pool,
    redis,
    hints: { send: async (sent) => void hints.push(...sent) },
    logger: openLogger({ level: environment.LOG_LEVEL, process: 'test' }),
    metrics: openMetrics(),
    now: () => clock.now,
  });
  return {
    app,
    database,
    hints,
    clock,
    async createOrganization(name = 'Organización de Prueba SL', verifactu = true) {
      const apiKey = generateApiKey();
      const key = { keyHash: hashSecret(apiKey), prefix: showPrefix(apiKey) };
      const id = await createOrganization(database.orm, { name, verifactu, key });
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/auth/sessions',
        payload: { api_key: apiKey },
      });
      return { id, apiKey, token: answer.json<{ session_token: string }>().session_token };
    },
    post: (token, body, { key = randomUUID(), headers = {} } = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/invoice_batches',
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          'content-type': 'application/json',
          ...headers,
        },
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    get: (token, path, headers = {}) =>
      app.inject({
        method: 'GET',
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
      }),
    async [Symbol.asyncDispose]() {
      await app.close();
      await redis[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
