import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { type AeatSandbox, openAeatSandbox } from '../../../ops/aeat-sandbox/open-aeat-sandbox.ts';
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

/** The real code with what it stands on, for runs of the model one after the other. */
export type World = AsyncDisposable & {
  readonly api: TestApi;
  /** Looks on, and does what befalls the others. */
  readonly admin: Pool;
  readonly sandbox: AeatSandbox;
  readonly jobQueues: JobQueues;
  readonly prefix: string;
  readonly redis: RedisConnection;
  /** Whether jobs of the API get to Redis. */
  readonly enqueuing: { isOn: boolean; last: Promise<void> };
  readonly workers: Readonly<Record<WorkerName, SteppedWorker>>;
  /** An organization of a run's own; AEAT has nothing. */
  begin(): Promise<TestOrganization>;
};

/** Whose connections no failover breaks. */
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
      // Nothing of the runs before is left to do: each look would see it.
      await recordIdentity(admin, api.clock.now);
      await admin.query('update remissions set compare_since = null, compare_after = null');
      await loseHints(redis, prefix);
      sandbox.control.reset();
      sandbox.control.change(SETTINGS);
      sandbox.control.replaceCensus({ unknown: [UNKNOWN_COMPANY] });
      // The same day to the end of the run.
      api.clock.now = new Date(startOfDay() + EIGHT_HOURS_MS);
      enqueuing.isOn = true;
      return api.createOrganization(`Modelo ${randomUUID()}`);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** As AEAT's matrix of operations has it: what is not asked about goes twice. */
const SETTINGS = { waitSeconds: 60, repeatedAnnulments: 'accept' } as const;

function startOfDay(): number {
  return new Date(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`).getTime();
}

/** Empties the queues. */
export async function loseHints(redis: RedisConnection, prefix: string): Promise<void> {
  const keys = await redis.keys(`${prefix.slice(0, -1)}*`);
  if (keys.length > 0) await redis.del(keys);
}

/** Everything that can be seen of a run, but for what its workers and clients know. */
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
