import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from 'bullmq';
import type { Pool } from 'pg';
import { buildProcessBatch } from '../../../workers/process-batch.ts';
import { Snooze } from '../../../workers/job-outcomes.ts';
import { buildRemitRecords } from '../../../workers/remit-records.ts';
import type { ProcessBatchJob, RemitRecordsJob } from '../../../src/contracts/jobs.ts';
import { createChainLockSlot } from '../../../src/issue/chain-lock-slot.ts';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { openOrm } from '../../../src/platform/postgres/open-database.ts';
import type { JobQueues } from '../../../src/platform/jobs/job-queues.ts';
import { createMutex } from '#src/remit/mutex.ts';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';
import { eventually } from '../../support/eventually.ts';
import { issuingContext, remittingContext } from '../../support/engine.ts';
import type { TestApi } from '../../support/api.ts';
import { createMetrics } from '../../support/metrics.ts';
import { type AeatProxy, openAeatProxy } from './aeat-proxy.ts';
import { stopPool } from './stop-pool.ts';
import { createStops, type Stops } from './stops.ts';

/** Where a job is: at a named place, at its end, or in a statement that waits for a lock. */
export type Place = string;

/** A worker whose jobs run step by step, with the real processors on the real database. */
export type SteppedWorker = AsyncDisposable & {
  readonly proxy: AeatProxy;
  readonly pool: Pool;
  /**
   * Takes a job and runs it to one of these places or to its end.
   * @param forget removes the job from its queue when it has ended and is not delayed.
   */
  take(job: Job, places: readonly Place[], forget: () => Promise<void>): Promise<Place>;
  goOn(places: readonly Place[]): Promise<Place>;
  /**
   * Like `goOn`, but the job may have to wait for a lock. It then returns `locked`, and `arrive`
   * returns the place reached once the lock is granted.
   */
  goOnOrWait(places: readonly Place[]): Promise<Place>;
  arrive(): Promise<Place>;
  /** Dies like a process, so that its connections end. */
  die(): Promise<void>;
  /** Fails like a job whose transaction the server has ended. */
  fail(): Promise<void>;
};

const CONNECTIONS = 4;
const STEP_MS = 15_000;
/** No exchange with AEAT may time out before its next step. */
const AEAT_TIMEOUT_MS = 60_000;

type World = {
  readonly api: TestApi;
  readonly jobQueues: JobQueues;
  readonly standIn: string;
  readonly admin: Pool;
};

export async function openSteppedWorker(name: string, world: World): Promise<SteppedWorker> {
  const { api, jobQueues, standIn, admin } = world;
  const resources = new AsyncDisposableStack();
  // Other test files may run such workers on the same server.
  const applicationName = `stepped ${name} ${randomUUID()}`;
  const database = resources.use(
    openPool({
      url: api.database.urlOf('worker'),
      applicationName,
      role: 'worker',
      maxConnections: CONNECTIONS,
    }),
  );
  let stops: Stops = createStops();
  let ended: Promise<Place> = Promise.resolve('end');
  let arriving: Promise<Place> = ended;
  const proxy = resources.use(await openAeatProxy(standIn, () => stops));
  const metrics = createMetrics();
  const claimMutex = createMutex();

  const run = async (job: Job, own: Stops, forget: () => Promise<void>): Promise<Place> => {
    const pool = stopPool(database.pool, own);
    const sent: JobQueues = {
      ...jobQueues,
      send: async (list) => {
        await own.pass('hints');
        await jobQueues.send(list);
      },
    };
    const issuing = {
      ...issuingContext(api),
      pool,
      jobQueues: sent,
      metrics,
      waiting: createChainLockSlot(),
    };
    const remitting = {
      ...remittingContext(api, proxy.url),
      pool,
      orm: openOrm(pool),
      jobQueues: sent,
      // The worker reads its clock after this point.
      claimMutex: async <T>(work: () => Promise<T>) => {
        await own.pass('in line');
        return claimMutex(work);
      },
      shares: createPerOrganizationConcurrency(1),
    };
    remitting.aeat = { ...remitting.aeat, timeoutMs: AEAT_TIMEOUT_MS };
    const result =
      job.name === 'process-batch'
        ? await buildProcessBatch(issuing)(job.data as ProcessBatchJob)
        : await buildRemitRecords(remitting)(job.data as RemitRecordsJob, () => {});
    if (!(result instanceof Snooze)) await forget();
    return 'end';
  };
  const first = (arrived: Promise<Place>, places: readonly Place[]) => {
    arriving = Promise.race([arrived, ended]);
    return within(arriving, `one of ${places.join(', ')}`);
  };
  /** @throws if the step takes too long, with the session that blocks it. */
  const within = async (arrived: Promise<Place>, what: string): Promise<Place> => {
    const late = new AbortController();
    const isLate = Symbol('late');
    const timer = wait(STEP_MS, isLate, { signal: late.signal }).catch(() => isLate);
    const place = await Promise.race([arrived, timer]).finally(() => late.abort());
    if (typeof place !== 'symbol') return place;
    const { rows } = await admin.query(
      `select w.query as waits, b.application_name as "for", b.query as behind
       from pg_stat_activity w cross join unnest(pg_blocking_pids(w.pid)) as o (pid) join pg_stat_activity b on b.pid = o.pid`,
    );
    throw new Error(`${name} did not reach ${what} within ${STEP_MS} ms ${JSON.stringify(rows)}`);
  };
  const isLocked = async () => {
    const { rows } = await admin.query(
      `select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`,
      [applicationName],
    );
    return rows.length > 0;
  };
  const cutConnections = async () => {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      applicationName,
    ]);
    await eventually(
      async () => {
        const { rows } = await admin.query('select from pg_stat_activity where application_name = $1', [
          applicationName,
        ]);
        return rows.length === 0;
      },
      { what: 'its connections to end', every: 5 },
    );
    await eventually(() => database.pool.idleCount === 0, { what: 'the idle connections to end', every: 1 });
  };
  const worker: SteppedWorker = {
    proxy,
    pool: database.pool,
    take(job, places, forget) {
      stops = createStops();
      const arrived = stops.goOn(places);
      ended = run(job, stops, forget).catch((error: unknown) => `failed: ${String(error)}`);
      return first(arrived, places);
    },
    goOn: (places) => first(stops.goOn(places), places),
    async goOnOrWait(places) {
      arriving = Promise.race([stops.goOn(places), ended]);
      let place: Place | null = null;
      void arriving.then((found) => (place = found));
      return eventually(async () => place ?? ((await isLocked()) ? 'locked' : null), {
        what: 'a place or a lock',
        every: 5,
      });
    },
    arrive: () => within(arriving, 'the place behind the lock'),
    async die() {
      stops.die();
      proxy.cut();
      await cutConnections();
      await ended;
    },
    async fail() {
      await cutConnections();
      await worker.goOn([]);
    },
    async [Symbol.asyncDispose]() {
      await worker.die();
      await resources.disposeAsync();
    },
  };
  return worker;
}
