import type { Worker } from 'bullmq';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigurationError, type Environment, loadEnvironment } from '../src/config/environment.ts';
import { describeSoftware } from '../src/config/software.ts';
import { openPdfRenderer } from '../src/pdf/renderer.ts';
import { checkDatabase } from '../src/persistence/readiness.ts';
import type { QueueName } from '../src/queue/catalog.ts';
import { openWorkerConnection } from '../src/queue/connection.ts';
import { watchEviction } from '../src/queue/eviction.ts';
import { openOps, openRuntime, type Runtime } from '../src/runtime.ts';
import { logOutages } from '../src/telemetry/log-outages.ts';
import type { Logger } from '../src/telemetry/logger.ts';
import { countQueues } from '../src/telemetry/queue-metrics.ts';
import { runProcess } from '../src/telemetry/run-process.ts';
import { buildProcessBatch } from './process-batch.ts';
import { startReconciler } from './reconciler.ts';
import { openWorker, type Processors } from './registry.ts';
import { buildRemitRecords } from './remit-records.ts';
import { buildRenderPdfs } from './render-pdfs.ts';

/** BullMQ has no time limit for closing and waits for ever when Redis is away. */
const CLOSE_LIMIT_MS = 20_000;
/** Chains that one process sends for at the same time: it mostly waits for AEAT. */
const REMISSIONS_AT_ONCE = 8;

/** A worker: the queues of WORKER_QUEUES, the reconciler, Chromium where PDFs are rendered, and its operations port. */
async function openWorkers(environment: Environment, logger: Logger): Promise<AsyncDisposable> {
  const queues = environment.WORKER_QUEUES.split(',') as QueueName[];
  if (queues.includes('pdfs') && environment.CHROMIUM_PATH === undefined) {
    throw new ConfigurationError('CHROMIUM_PATH must be set where WORKER_QUEUES has pdfs');
  }
  const runtime = await openRuntime(environment, logger, 'worker');
  const { metrics, database, hints, redis, resources } = runtime;
  countQueues(metrics.registry, hints.queues);
  const connection = openWorkerConnection(environment.REDIS_URL);
  resources.defer(() => connection.disconnect());
  logOutages(connection, logger);
  watchEviction(connection, (policy) =>
    logger.error({ policy }, 'Redis may throw jobs away: set its maxmemory-policy to noeviction'),
  );

  const workers: Worker[] = [];
  for (const queue of queues) {
    const { processors, concurrency } = await buildProcessors(queue, runtime);
    workers.push(openWorker(queue, processors, { connection, concurrency, logger }));
  }
  // What is in hand is finished; a job that takes longer comes back by itself. Without Redis there is nobody to tell.
  resources.defer(async () => {
    const isAway = connection.status !== 'ready';
    const closed = Promise.all(workers.map((worker) => worker.close(isAway)));
    await Promise.race([closed, wait(CLOSE_LIMIT_MS, undefined, { ref: false })]);
  });
  resources.use(startReconciler({ ...runtime, pool: database.pool }));

  const ops = await openOps(runtime, async () => {
    const checks = {
      database: await checkDatabase(database.pool, 'worker'),
      redis: redis.status === 'ready' ? 'ok' : 'not reachable',
    };
    return { ready: Object.values(checks).every((state) => state === 'ok'), checks };
  });
  resources.use(ops);
  resources.defer(() => ops.markDraining());
  logger.info({ queues }, 'Worker is working');
  return resources;
}

type Served = { readonly processors: Processors; readonly concurrency: number };

async function buildProcessors(queue: QueueName, runtime: Runtime): Promise<Served> {
  switch (queue) {
    case 'batches':
      return {
        processors: buildBatchProcessors(runtime),
        concurrency: runtime.environment.WORKER_CONCURRENCY,
      };
    case 'remission':
      return { processors: buildRemissionProcessors(runtime), concurrency: REMISSIONS_AT_ONCE };
    case 'pdfs':
      // One browser with one page per process; more processes are the way to more cores.
      return { processors: await buildPdfProcessors(runtime), concurrency: 1 };
  }
}

function buildRemissionProcessors(runtime: Runtime): Processors {
  const { environment, database } = runtime;
  const { AEAT_URL: url, AEAT_SEAL_URL: sealUrl = url } = environment;
  const { AEAT_TIMEOUT_SECONDS: seconds, CERTIFICATE_KEY: key } = environment;
  const certificateKey = key === undefined ? null : Buffer.from(key, 'base64');
  const aeat = { url, sealUrl, timeoutMs: seconds * 1000, certificateKey };
  return {
    'remit-records': buildRemitRecords({ ...runtime, pool: database.pool, aeat, random: Math.random }),
  };
}

function buildBatchProcessors(runtime: Runtime): Processors {
  const { environment, database } = runtime;
  const software = describeSoftware(environment);
  const qrEnvironment = environment.VERIFACTU_ENVIRONMENT;
  return { 'process-batch': buildProcessBatch({ ...runtime, pool: database.pool, software, qrEnvironment }) };
}

async function buildPdfProcessors(runtime: Runtime): Promise<Processors> {
  const { environment, database, logger, metrics, resources } = runtime;
  const renderer = await openPdfRenderer({
    chromiumPath: environment.CHROMIUM_PATH!,
    onEvent: (event) => {
      if (event.type === 'printed') logger.debug(event, 'Chromium printed');
      else logger.info(event, 'Chromium');
      if (event.type === 'browser_ended' && event.reason !== 'closed') metrics.chromiumRestarts.inc();
    },
  });
  resources.use(renderer);
  return { 'render-pdfs': buildRenderPdfs({ ...runtime, pool: database.pool, renderer }) };
}

await runProcess({ name: 'worker', loadEnvironment: () => loadEnvironment(process.env), open: openWorkers });
