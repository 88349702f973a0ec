import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { type AeatSandbox, openAeatSandbox } from '../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { outliveDrops } from '../../../src/platform/postgres/database.ts';
import { recordIdentity } from '../../../src/platform/postgres/lineage/restores.ts';
import { openJobQueues, type JobQueues } from '../../../src/platform/jobs/job-queues.ts';
import { openProducerConnection, type RedisConnection } from '../../../src/platform/jobs/connection.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { testPrefix, testRedisUrl } from '../../support/redis.ts';
import { UNKNOWN_COMPANY } from './bodies.ts';
import { findJobs, readDatabase, readRegister } from './read-facts.ts';
import { openSteppedWorker, type SteppedWorker } from './stepped-worker.ts';

export const WORKERS = ['w1', 'w2'] as const;
export type WorkerName = (typeof WORKERS)[number];

/** The real code with its servers, for one run of the model after another. */
export type World = AsyncDisposable & {
  readonly api: TestApi;
  /** Observes the database and causes faults in it. */
  readonly admin: Pool;
  readonly sandbox: AeatSandbox;
  readonly jobQueues: JobQueues;
  readonly prefix: string;
  readonly redis: RedisConnection;
  /** Whether the API's jobs reach Redis. */
  readonly enqueuing: { isOn: boolean; last: Promise<void> };
  readonly workers: Readonly<Record<WorkerName, SteppedWorker>>;
  /** Creates an organization for a run and empties AEAT. */
  begin(): Promise<TestOrganization>;
};

/** The application name of the connections that no failover breaks. */
export const LOOKER = 'looker';
const EIGHT_HOURS_MS = 8 * 3600 * 1000;

export async function openWorld(): Promise<World> {
  await using opening = new AsyncDisposableStack();
  const prefix = testPrefix();
  const redis = opening.adopt(openProducerConnection(testRedisUrl()), (connection) =>
    connection.disconnect(),
  );
  redis.on('error', () => {});
  const jobQueues = opening.use(openJobQueues(redis, prefix));
  const enqueuing = { isOn: true, last: Promise.resolve() };
  const api = opening.use(
    await openTestApi(
      {},
      {
        enqueueJobs: async (sent) => {
          if (!enqueuing.isOn) throw new Error('Redis is away');
          enqueuing.last = jobQueues.send(sent);
          await enqueuing.last;
        },
      },
    ),
  );
  const admin = opening.adopt(
    outliveDrops(new Pool({ connectionString: api.database.url, max: 2, application_name: LOOKER })),
    (pool) => pool.end(),
  );
  const sandbox = opening.use(
    await openAeatSandbox({ port: 0, now: () => api.clock.now.getTime(), settings: SETTINGS }),
  );
  const ground = { api, jobQueues, standIn: sandbox.url, admin };
  const workers = {
    w1: opening.use(await openSteppedWorker('w1', ground)),
    w2: opening.use(await openSteppedWorker('w2', ground)),
  };
  const resources = opening.move();
  return {
    api,
    admin,
    sandbox,
    jobQueues,
    prefix,
    redis,
    enqueuing,
    workers,
    async begin() {
      // No work of earlier runs may be left, because the facts would contain it.
      await recordIdentity(admin, api.clock.now);
      await admin.query('update remissions set compare_since = null, compare_after = null');
      await loseHints(redis, prefix);
      sandbox.control.reset();
      sandbox.control.change(SETTINGS);
      sandbox.control.replaceCensus({ unknown: [UNKNOWN_COMPANY] });
      // The whole run stays within one day.
      api.clock.now = new Date(startOfDay() + EIGHT_HOURS_MS);
      enqueuing.isOn = true;
      return api.createOrganization(`Modelo ${randomUUID()}`);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** As in AEAT's matrix of operations, a second annulment is accepted. */
const SETTINGS = { waitSeconds: 60, repeatedAnnulments: 'accept' } as const;

function startOfDay(): number {
  return new Date(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`).getTime();
}

/** Empties the queues. */
export async function loseHints(redis: RedisConnection, prefix: string): Promise<void> {
  const keys = await redis.keys(`${prefix.slice(0, -1)}*`);
  if (keys.length > 0) await redis.del(keys);
}

/** Reads all observable state of a run except what its workers and clients know. */
export async function readWorld(
  { admin, jobQueues, sandbox, api }: World,
  organizationId: number,
  keys: ReadonlyMap<string, string>,
) {
  const database = await readDatabase(admin, { organizationId, keys, now: api.clock.now });
  const jobs = await findJobs(jobQueues, database);
  return {
    ...database,
    jobs,
    facts: [
      ...database.facts,
      ...[...jobs.keys()].map((name) => `hint: ${name}`),
      ...readRegister(sandbox, database.chainIds),
    ],
  };
}
