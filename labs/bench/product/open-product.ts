import type { Pool } from 'pg';
import { generateApiKey, hashSecret, showPrefix } from '../../../src/organizations/access/secrets.ts';
import { type Database, openDatabase, type Orm } from '../../../src/platform/postgres/open-database.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { createOrganization } from '../../../src/organizations/access/organizations.ts';
import type { KeyRight } from '../../../src/contracts/codes.ts';
import { isReady } from '../../../ops/local/engine/engine-process.ts';
import { findFreePorts } from '../../../ops/local/servers/free-ports.ts';
import type { Bench } from '../open-bench.ts';
import { startScript, type Started } from '../start-script.ts';
import { type ApiClient, openApiClient } from './api-client.ts';

/** The engine as in production: an ingress and any number of workers on a database of its own. */
export type Product = AsyncDisposable & {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly pool: Pool;
  readonly orm: Orm;
  /** The URL below which each version of the API has its paths, and that of version 1. */
  readonly rootUrl: string;
  readonly apiUrl: string;
  readonly ingress: Started & { readonly opsUrl: string };
  /** Returns the process ids of the ingress, of the running workers and of the servers. */
  listProcesses(): number[];
  /**
   * Opens a client of a new organization.
   * @param rights those of its key; by default those that most keys have.
   */
  openClient(rights?: readonly KeyRight[]): Promise<ApiClient & { readonly organizationId: number }>;
  startWorker(queues: string, settings?: NodeJS.ProcessEnv): Promise<Started & { readonly opsUrl: string }>;
};

/** Settings that disable the rate limits. */
const UNLIMITED = { READ_RATE_LIMIT: '1000000000', SESSION_RATE_LIMIT: '1000000' };

/**
 * Starts the product on a new database.
 * @param prepare fills the database before the ingress starts.
 * @param more additional settings of all processes.
 */
export async function openProduct(
  bench: Bench,
  prepare: (database: Database) => Promise<void> = async () => {},
  more: NodeJS.ProcessEnv = {},
): Promise<Product> {
  const resources = new AsyncDisposableStack();
  const databaseUrl = await bench.createDatabase();
  await migrate(databaseUrl);
  const database = resources.use(openDatabase({ url: databaseUrl, applicationName: 'bench' }));
  await prepare(database);
  const redisUrl = await bench.takeRedis();
  const [port = 0, opsPort = 0] = await findFreePorts(2);
  const environment = {
    ...UNLIMITED,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PORT: String(port),
    CHROMIUM_PATH: bench.chromiumPath,
    ...more,
  };
  const start = async (name: string, script: string, ownOpsPort: number, settings: NodeJS.ProcessEnv) =>
    resources.use(
      await startScript({
        name,
        script,
        environment: { ...environment, ...settings },
        opsPort: ownOpsPort,
        isReady: (pid) => isReady(ownOpsPort, pid),
      }),
    );
  const ingress = await start('ingress', 'src/server.ts', opsPort, {});
  const workers = new Set<number>();
  return {
    databaseUrl,
    redisUrl,
    pool: database.pool,
    orm: database.orm,
    rootUrl: `http://127.0.0.1:${port}/api`,
    apiUrl: `http://127.0.0.1:${port}/api/v1`,
    ingress: { ...ingress, opsUrl: `http://127.0.0.1:${opsPort}` },
    listProcesses: () => [ingress.pid, ...workers, ...bench.servers],
    async openClient(rights) {
      const apiKey = generateApiKey();
      const key = { keyHash: hashSecret(apiKey), prefix: showPrefix(apiKey), ...(rights && { rights }) };
      const name = 'Suministros y Servicios Ejemplo, S.L.';
      const organizationId = await createOrganization(
        database.orm,
        { name, outside: null, key },
        { operator: 'bench', reason: null },
      );
      return { organizationId, ...(await openApiClient(`http://127.0.0.1:${port}`, apiKey)) };
    },
    async startWorker(queues, settings = {}) {
      const [workerPort = 0] = await findFreePorts(1);
      const worker = await start('worker', 'workers/main.ts', workerPort, {
        WORKER_QUEUES: queues,
        ...settings,
      });
      workers.add(worker.pid);
      return {
        pid: worker.pid,
        opsUrl: `http://127.0.0.1:${workerPort}`,
        async [Symbol.asyncDispose]() {
          workers.delete(worker.pid);
          await worker[Symbol.asyncDispose]();
        },
      };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
