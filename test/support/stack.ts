import { Redis } from 'ioredis';
import { type AeatSandbox, openAeatSandbox } from '../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { generateApiKey } from '#src/organizations/access/secrets.ts';
import { ensureApiKey } from '#src/organizations/access/bootstrap.ts';
import { type Client, openClient } from './client.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { freePort, startProcess, type StartOptions, type TestProcess } from './processes.ts';
import { takeRedisDatabase } from './redis-database.ts';
import { openGateTo, type TcpGate } from './tcp-gate.ts';

export type TestStack = AsyncDisposable & {
  readonly database: TestDatabase;
  /** The gate through which the stack connects to Redis. */
  readonly redisGate: TcpGate;
  readonly redis: Redis;
  readonly ingress: TestProcess;
  readonly client: Client;
  /** The stand-in for AEAT to which workers submit. */
  readonly aeat: AeatSandbox;
  /** URLs and settings for further processes. */
  readonly settings: Record<string, string>;
  startWorker(settings?: Record<string, string>): Promise<TestProcess>;
};

/**
 * The product as real processes: an ingress and any number of workers, with their own database and
 * their own Redis database.
 */
export async function openStack(
  changes: Record<string, string> = {},
  options: StartOptions = {},
): Promise<TestStack> {
  const resources = new AsyncDisposableStack();
  const database = resources.use(await openTestDatabase());
  const address = await takeRedisDatabase();
  const redis = new Redis(address);
  resources.defer(() => redis.disconnect());
  const redisGate = resources.use(await openGateTo(address));
  const aeat = resources.use(await openAeatSandbox({ port: 0, settings: { waitSeconds: 1 } }));
  const apiKey = generateApiKey();
  const settings = {
    DATABASE_URL: database.urlOf('ingress'),
    REDIS_URL: redisGate.url,
    PORT: String(await freePort()),
    BOOTSTRAP_API_KEY: apiKey,
    BOOTSTRAP_ORGANIZATION: 'Empresa de Prueba SL',
    AEAT_URL: aeat.url,
    AEAT_TIMEOUT_SECONDS: '2',
    CHROMIUM_PATH: process.env['CHROMIUM_PATH'] ?? '',
    ...changes,
  };
  // The ingress must not create API keys.
  await ensureApiKey(database.orm, apiKey, settings.BOOTSTRAP_ORGANIZATION);
  const ingress = resources.use(await startProcess('ingress', settings, options));
  const client = await openClient(`http://127.0.0.1:${settings.PORT}`, apiKey);
  return {
    database,
    redis,
    redisGate,
    ingress,
    client,
    aeat,
    settings,
    startWorker: async (more = {}) =>
      resources.use(
        await startProcess(
          'worker',
          { ...settings, DATABASE_URL: database.urlOf('worker'), ...more },
          options,
        ),
      ),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
