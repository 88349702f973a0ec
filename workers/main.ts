import type { Worker } from 'bullmq';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Environment, isProduction, loadEnvironment } from '../src/platform/config/environment.ts';
import { readAeatSettings } from '../src/platform/config/aeat-settings.ts';
import { readCertificateKeys } from '../src/platform/config/certificate-keys.ts';
import { followSecret } from '../src/platform/config/follow-secret.ts';
import { readRenderStoreSettings } from '../src/platform/config/render-store-settings.ts';
import { findWorkerFaults } from '../src/platform/config/process-rules.ts';
import { describeSoftware } from '../src/platform/config/software.ts';
import { openPool } from '../src/platform/postgres/database.ts';
import { checkUsedDatabase } from '../src/platform/postgres/readiness.ts';
import { openRenderStore } from '../src/render/store/open-render-store.ts';
import type { RenderStore } from '../src/render/store/render-store.ts';
import { JOBS, type QueueName } from '../src/platform/jobs/catalog.ts';
import type { Duty } from '../src/platform/jobs/worker-heartbeats.ts';
import { explainRefusedLogin, openRedisCheck } from '../src/platform/jobs/check-redis.ts';
import { openWorkerConnection } from '../src/platform/jobs/connection.ts';
import { watchEviction } from '../src/platform/jobs/eviction.ts';
import { startGrowingMonths } from '../src/platform/process/grow-months.ts';
import { declareAtStart } from '../src/platform/process/declare-version.ts';
import { doAtStart } from '../src/platform/process/do-at-start.ts';
import { recordSigning } from '../src/remit/record-signing.ts';
import { registerProcess } from '../src/platform/process/register-process.ts';
import { openOps, openRuntime, type Runtime } from '../src/platform/process/runtime.ts';
import { logOutages } from '../src/platform/telemetry/log-outages.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';
import { watchDisks } from '../src/platform/telemetry/watch-disks.ts';
import { measureDisks } from '../src/platform/telemetry/metrics/disk-metrics.ts';
import { createIssuingMetrics } from '../src/issue/issuing-metrics.ts';
import { createJobMetrics } from '../src/platform/telemetry/metrics/job-metrics.ts';
import { createReconcilingMetrics } from './reconciling-metrics.ts';
import { createWebhookMetrics } from '../src/notify/webhook-metrics.ts';
import { createWorkMetrics } from '../src/monitor/work-metrics.ts';
import { countQueues } from '../src/platform/telemetry/queue-metrics.ts';
import { runProcess } from '../src/platform/process/run-process.ts';
import { createChainLockSlot } from '../src/issue/chain-lock-slot.ts';
import { startOrders } from './carry-out-orders.ts';
import { openNameResolver } from '../src/notify/name-resolver.ts';
import { buildDeliverWebhooks } from './deliver-webhooks.ts';
import { buildProcessBatch } from './process-batch.ts';
import { startHeartbeats } from './send-heartbeats.ts';
import { startMeasuring } from './measure-work.ts';
import { publishSealingKey } from '../src/notify/sealing-keys.ts';
import { startReconciler } from './reconciler.ts';
import { buildRemissionProcessors, buildSpfeProcessors } from './remission-processors.ts';
import { buildPdfProcessors, type OnAbility } from './pdf-processors.ts';
import type { Processors } from './job-outcomes.ts';
import { openWorker } from './open-worker.ts';
import { watchPauses } from './watch-pauses.ts';

/**
 * Limit for closing the workers. BullMQ has no limit of its own and waits forever if Redis is
 * unavailable.
 */
const CLOSE_LIMIT_MS = 20_000;
/**
 * Maximum number of chains for which one process sends records concurrently; it mostly waits for AEAT.
 */
const REMISSIONS_AT_ONCE = 16;
/** Maximum number of issuers whose invoices one process writes for the SPFE or sends to it concurrently. */
const DELIVERIES_AT_ONCE = 8;
/**
 * Maximum number of webhook endpoints to which one process sends concurrently; it mostly waits for
 * them.
 */
const ENDPOINTS_AT_ONCE = 16;
/**
 * Size of the separate connection pool for webhooks, so that issuing in the same process never
 * waits for a webhook.
 */
const WEBHOOK_CONNECTIONS = 2;
/** Limit for one attempt, from name resolution to the end of the answer. */
const WEBHOOK_TIMEOUT_MS = 10_000;

/**
 * Opens a worker: the queues of WORKER_QUEUES, the reconciler, Chromium if PDFs are rendered, and
 * the operations port.
 */
async function openWorkers(environment: Environment, logger: Logger): Promise<AsyncDisposable> {
  const duties = environment.WORKER_QUEUES.split(',') as Duty[];
  const runtime = await openRuntime(environment, logger, 'worker');
  const { registry, database, jobQueues, redis, resources, tracker, durability, installation } = runtime;
  const checkRedis = openRedisCheck(redis);
  countQueues(registry, jobQueues.queues);
  const metrics = createJobMetrics(registry);
  const connection = openWorkerConnection(followSecret(environment, 'REDIS_URL'));
  resources.defer(() => connection.disconnect());
  logOutages(connection, logger, explainRefusedLogin);
  watchEviction(connection, (policy) =>
    logger.error({ policy }, 'Redis may evict jobs: set its maxmemory-policy to noeviction'),
  );

  const outside = duties.includes('pdfs')
    ? resources.use(await openRenderStore(readRenderStoreSettings(environment)))
    : null;
  const workers: Worker[] = [];
  let isChromiumReady: (() => boolean) | undefined;
  for (const duty of duties) {
    const served: Worker[] = [];
    // While Chromium is unavailable, other workers process the jobs.
    let isAble = true;
    const pauseOrResume = () => {
      for (const worker of served) {
        const change =
          isAble && installation.isOurs() ? Promise.resolve(worker.resume()) : worker.pause(true);
        change.catch((error: unknown) =>
          logger.warn({ err: error, queue: worker.name }, 'A queue could not be paused or resumed'),
        );
      }
    };
    const { queues, processors, isReady } = buildService(duty, runtime, outside, (canWork) => {
      isAble = canWork;
      pauseOrResume();
    });
    isChromiumReady ??= isReady;
    const isPaused = !installation.isOurs();
    for (const [queue, concurrency] of queues) {
      served.push(
        openWorker(queue, processors, { connection, concurrency, logger, metrics, jobQueues, isPaused }),
      );
    }
    for (const worker of served) workers.push(worker);
    installation.follow(pauseOrResume);
  }
  void declareAtStart(runtime);
  const keys = readCertificateKeys(environment);
  if (duties.includes('webhooks')) {
    const failed = 'The key for the secrets of webhook endpoints could not be published; the worker retries';
    void doAtStart(runtime, failed, () => publishSealingKey(database.pool, keys, runtime.now()));
  }
  if (duties.includes('remission')) {
    const failed = 'What the certificates can sign could not be recorded; the worker retries';
    void doAtStart(runtime, failed, () => recordSigning(database.orm.em.fork(), keys));
  }
  // Waits for the running jobs. A job that takes longer than the limit returns to its queue by
  // itself. Without Redis no result could be reported, so the workers close at once.
  resources.defer(async () => {
    const isAway = connection.status !== 'ready';
    const closed = Promise.all(workers.map((worker) => worker.close(isAway)));
    await Promise.race([closed, wait(CLOSE_LIMIT_MS, undefined, { ref: false })]);
  });
  const { pool, orm } = database;
  const reconciling = createReconcilingMetrics(registry, Object.keys(JOBS));
  resources.use(startGrowingMonths({ ...runtime, pool }));
  resources.use(startReconciler({ ...runtime, pool, orm, metrics: reconciling }));
  const directories = [tmpdir(), ...environment.WATCHED_DIRECTORIES.split(',').filter(Boolean)];
  const disks = resources.use(watchDisks(directories));
  measureDisks(registry, disks);
  resources.use(startMeasuring({ ...runtime, metrics: createWorkMetrics(registry) }));
  // An order may have to query AEAT's register, which needs certificates.
  if (duties.includes('remission')) {
    const software = describeSoftware(environment);
    const aeat = readAeatSettings(environment);
    const recallLineage = () => tracker.recall();
    resources.use(
      startOrders({ ...runtime, now: runtime.timeToStore, pool, orm, software, aeat, recallLineage }),
    );
  }
  resources.use(startHeartbeats(runtime, duties));
  resources.use(registerProcess({ ...runtime, role: 'worker', connection: pool }));
  resources.use(
    watchPauses(
      runtime,
      workers.map(({ name }) => name as QueueName),
    ),
  );

  const isReady = async () => {
    const [usedState, redisState] = await Promise.all([
      checkUsedDatabase(database.pool, tracker, 'worker', isProduction(environment)),
      checkRedis(),
    ]);
    const states = {
      database: durability.whyRefused() ?? usedState,
      redis: redisState,
      ...(isChromiumReady && { chromium: isChromiumReady() ? 'ok' : 'not started' }),
    };
    return { ready: Object.values(states).every((state) => state === 'ok'), checks: states };
  };
  const ops = await openOps(runtime, 'worker', isReady, () => disks.describe());
  resources.use(ops);
  resources.defer(() => ops.markDraining());
  logger.info({ queues: workers.map(({ name }) => name) }, 'Worker started');
  return resources;
}

type Service = {
  /** Queues, each with its number of concurrent jobs. */
  readonly queues: readonly (readonly [QueueName, number])[];
  readonly processors: Processors;
  readonly isReady?: () => boolean;
};

function buildService(
  duty: Duty,
  runtime: Runtime,
  outside: RenderStore | null,
  onAbility: OnAbility,
): Service {
  switch (duty) {
    case 'batches':
      return {
        queues: [
          ['batches', runtime.environment.WORKER_CONCURRENCY],
          ['small-batches', runtime.environment.WORKER_CONCURRENCY],
        ],
        processors: buildBatchProcessors(runtime),
      };
    case 'remission':
      return {
        queues: [['remission', REMISSIONS_AT_ONCE]],
        processors: buildRemissionProcessors(runtime),
      };
    case 'spfe':
      return {
        queues: [['spfe', DELIVERIES_AT_ONCE]],
        processors: buildSpfeProcessors(runtime),
      };
    case 'webhooks':
      return {
        queues: [['webhooks', ENDPOINTS_AT_ONCE]],
        processors: buildWebhookProcessors(runtime),
      };
    case 'pdfs':
      // Each process has one browser with one page for ordinary invoices, one for long and one for
      // slow invoices. Each browser renders one render batch after the other. In a quick queue a
      // second job stores its PDFs meanwhile. A job of another queue waits for one render batch at
      // most. More processes make use of more cores.
      return {
        ...buildPdfProcessors(runtime, outside, onAbility),
        queues: [
          ['pdfs', 2],
          ['small-pdfs', 2],
          ['long-pdfs', 1],
          ['slow-pdfs', 1],
        ],
      };
  }
}

function buildWebhookProcessors(runtime: Runtime): Processors {
  const { environment, resources, durability } = runtime;
  const database = resources.use(
    openPool({
      url: followSecret(environment, 'DATABASE_URL'),
      applicationName: 'ibe-webhooks',
      role: 'worker',
      refusesExcess: isProduction(environment),
      // Webhooks must not report rows that a promotion of a standby may undo.
      onConnect: durability.check,
      maxConnections: WEBHOOK_CONNECTIONS,
    }),
  );
  durability.hold(database.pool);
  return {
    'deliver-webhooks': buildDeliverWebhooks({
      ...runtime,
      now: runtime.timeToStore,
      pool: database.pool,
      metrics: createWebhookMetrics(runtime.registry),
      random: Math.random,
      webhooks: {
        keys: readCertificateKeys(environment),
        allowsPrivate: environment.WEBHOOKS_ALLOW_PRIVATE,
        timeoutMs: WEBHOOK_TIMEOUT_MS,
        names: openNameResolver(),
      },
    }),
  };
}

function buildBatchProcessors(runtime: Runtime): Processors {
  const { environment, database } = runtime;
  const software = describeSoftware(environment);
  const qrEnvironment = environment.VERIFACTU_ENVIRONMENT;
  return {
    'process-batch': buildProcessBatch({
      ...runtime,
      now: runtime.timeToStore,
      pool: database.pool,
      metrics: createIssuingMetrics(runtime.registry),
      software,
      qrEnvironment,
      waiting: createChainLockSlot(),
    }),
  };
}

await runProcess({
  name: 'worker',
  loadEnvironment: () => loadEnvironment(process.env, findWorkerFaults),
  open: openWorkers,
});
