import { dereference } from './dereference.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Environment, loadEnvironment } from '../../src/platform/config/environment.ts';
import { buildApp } from '../../src/api/app.ts';
import { API_FORMS } from '../../src/api/versions.ts';
import type { Dependencies } from '../../src/api/dependencies.ts';
import { generateApiKey, hashSecret, showPrefix } from '#src/organizations/access/secrets.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/open-database.ts';
import {
  type ApiVersion,
  DEFAULT_RIGHTS,
  type KeyRight,
  type OutsideReason,
} from '../../src/contracts/codes.ts';
import { createOrganization } from '#src/organizations/access/organizations.ts';
import { openProducerConnection } from '../../src/platform/jobs/connection.ts';
import type { NewJob, JobQueues } from '../../src/platform/jobs/job-queues.ts';
import { openLogger } from '../../src/platform/telemetry/logger.ts';
import { createMetrics } from './metrics.ts';
import { closeAnswers } from './close-answers.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { checkAnswer, type OpenApiDocument } from './documented-answers.ts';
import { TEST_SOFTWARE } from './software.ts';
import { THREADS } from './threads.ts';
import { UNKNOWING } from './tracker.ts';
import { openTestRedis, testPrefix, testRedisUrl } from './redis.ts';
import { UNTRACED } from './untraced.ts';

/** The operator to whom tests attribute their acts. */
export const BY_TEST = { operator: 'test', reason: null };

export type TestOrganization = { readonly id: number; readonly apiKey: string; readonly token: string };

export type TestApi = AsyncDisposable & {
  readonly app: FastifyInstance;
  /** With the owner's rights, to inspect the database. */
  readonly database: TestDatabase;
  /** The same database with the rights of a worker. */
  readonly workers: Database;
  /** With the rights of the API. */
  readonly ingress: Database;
  /** The jobs that the API enqueued. */
  readonly jobs: NewJob[];
  /** The clock of the API, which starts at the real time. */
  readonly clock: { now: Date };
  /** The lines that the API logged. */
  readonly log: string[];
  readonly metrics: ReturnType<typeof createMetrics>;
  readonly redisPrefix: string;
  createOrganization(
    name?: string,
    outside?: OutsideReason | null,
    rights?: readonly KeyRight[],
  ): Promise<TestOrganization>;
  /** Sends any request. @throws if the OpenAPI document does not declare the answer. */
  inject(request: InjectOptions & { url: string }): Promise<LightMyRequestResponse>;
  post(
    token: string,
    body: unknown,
    options?: { key?: string; headers?: Record<string, string>; version?: ApiVersion },
  ): Promise<LightMyRequestResponse>;
  get(
    token: string,
    path: string,
    headers?: Record<string, string>,
    version?: ApiVersion,
  ): Promise<LightMyRequestResponse>;
};

export type TestApiOptions = {
  /**
   * Another instance of the same deployment, with the same database, Redis and clock. It must be
   * disposed of before that one.
   */
  readonly beside?: Pick<TestApi, 'database' | 'redisPrefix' | 'clock'>;
  /** Local ports through which the servers are reached. */
  readonly databasePort?: number;
  readonly redisPort?: number;
  /** Used instead of recording the jobs. */
  readonly enqueueJobs?: JobQueues['send'];
  readonly limits?: Dependencies['limits'];
  readonly outside?: Dependencies['outside'];
  /** Used instead of the threads' writer. */
  readonly writer?: Dependencies['writer'];
};

/** The same for every instance. */
let described: OpenApiDocument | undefined;

/** Returns the paths of both versions as one document. */
function describeBoth(app: FastifyInstance): OpenApiDocument {
  const [v1, v2] = [app.swagger(), app.swaggerOfV2()].map((document) =>
    closeAnswers(dereference(document as unknown as OpenApiDocument)),
  );
  return { ...v1!, paths: { ...v1!.paths, ...v2!.paths } };
}

/**
 * Opens the API on its own database. The jobs that it enqueues are recorded and not sent to the
 * queues.
 */
export async function openTestApi(
  changes: Partial<Environment> = {},
  {
    beside,
    databasePort,
    redisPort,
    enqueueJobs,
    limits,
    outside: store = null,
    writer = THREADS.writer,
  }: TestApiOptions = {},
): Promise<TestApi> {
  await using opening = new AsyncDisposableStack();
  const database = beside?.database ?? opening.use(await openTestDatabase());
  const login = database.urlOf('ingress');
  const address = databasePort === undefined ? login : withPort(login, databasePort);
  // The API and the workers use the product's own logins and roles, so every test also proves that
  // they have the rights they need.
  const apiDatabase = opening.use(
    openDatabase({
      url: address,
      applicationName: 'test-ingress',
      role: 'ingress',
      refusesExcess: true,
    }),
  );
  const workers = opening.use(
    openDatabase({
      url: database.urlOf('worker'),
      applicationName: 'test-worker',
      role: 'worker',
      refusesExcess: true,
    }),
  );
  const redisPrefix = beside?.redisPrefix ?? testPrefix();
  const redis =
    redisPort === undefined
      ? opening.use(await openTestRedis({ keyPrefix: redisPrefix }))
      : openProducerConnection(withPort(testRedisUrl(), redisPort));
  if (redisPort !== undefined) {
    redis.options.keyPrefix = redisPrefix;
    redis.on('error', () => {});
    opening.defer(() => redis.disconnect());
  }
  const jobs: NewJob[] = [];
  const log: string[] = [];
  const clock = beside?.clock ?? { now: new Date() };
  const environment = {
    ...loadEnvironment({
      DATABASE_URL: database.url,
      REDIS_URL: testRedisUrl(),
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'info',
    }),
    ...changes,
  };
  const metrics = createMetrics();
  const app = await buildApp({
    environment,
    pool: apiDatabase.pool,
    orm: apiDatabase.orm,
    redis,
    jobQueues: { send: enqueueJobs ?? (async (sent) => void jobs.push(...sent)) },
    logger: openLogger({
      level: environment.LOG_LEVEL,
      process: 'test',
      destination: { write: (line) => recordLine(log, line) },
    }),
    metrics,
    now: () => clock.now,
    software: TEST_SOFTWARE,
    tracker: UNKNOWING,
    outside: store,
    ...THREADS,
    writer,
    ...UNTRACED,
    ...(limits && { limits }),
  });
  opening.defer(() => app.close());
  const document = (described ??= describeBoth(app));
  const inject: TestApi['inject'] = async (request) => {
    const answer = await app.inject(request);
    // Jobs are enqueued in the iteration of the event loop after the answer.
    await yieldToEventLoop();
    const { statusCode: status, headers, body } = answer;
    const seen = { method: request.method ?? 'GET', url: request.url, status, headers, body };
    try {
      checkAnswer(document, seen);
    } catch (cause) {
      throw new Error(`${(cause as Error).message}\n${log.slice(-3).join('')}`, { cause });
    }
    return answer;
  };
  const resources = opening.move();
  return {
    app,
    database,
    workers,
    ingress: apiDatabase,
    jobs,
    clock,
    log,
    metrics,
    redisPrefix,
    inject,
    async createOrganization(name = 'Organización de Prueba SL', outside = null, rights = DEFAULT_RIGHTS) {
      const apiKey = generateApiKey();
      const key = { keyHash: hashSecret(apiKey), prefix: showPrefix(apiKey), rights };
      const id = await createOrganization(database.orm, { name, outside, key }, BY_TEST);
      return { id, apiKey, token: await createSession(inject, apiKey) };
    },
    post: (token, body, { key = randomUUID(), headers = {}, version = 1 } = {}) =>
      inject({
        method: 'POST',
        url: `${API_FORMS[version].prefix}/invoice_batches`,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          'content-type': 'application/json',
          ...headers,
        },
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    get: (token, path, headers = {}, version = 1) =>
      inject({
        method: 'GET',
        url: `${API_FORMS[version].prefix}${path}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
      }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/**
 * Opens a session with a key, from a network address that no other test uses.
 * @returns the token.
 */
export async function createSession(inject: TestApi['inject'], apiKey: string): Promise<string> {
  const answer = await inject({
    method: 'POST',
    url: '/api/v1/auth/sessions',
    payload: { api_key: apiKey },
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ session_token: string }>().session_token;
}

function recordLine(log: string[], line: string): void {
  log.push(line);
  if (process.env['TEST_LOG_LEVEL'] !== undefined) process.stdout.write(line);
}

function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}
