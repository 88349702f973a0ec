import packageJson from '../package.json' with { type: 'json' };
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigurationError, loadEnvironment } from '../src/config/environment.ts';
import { openPdfRenderer, type PdfRenderer } from '../src/pdf/open-pdf-renderer.ts';
import { checkDatabase } from '../src/persistence/readiness.ts';
import { openWorkerConnection } from '../src/queue/connection.ts';
import { logConnection, openRuntime } from '../src/runtime.ts';
import type { QueueName } from '../src/queue/catalog.ts';
import { runUntilSignal } from '../src/telemetry/drain.ts';
import { openOpsServer } from '../src/telemetry/ops-server.ts';
import { buildProcessBatch } from './process-batch.ts';
import { startReconciler } from './reconciler.ts';
import { openWorker } from './registry.ts';
import { buildRenderPdfs } from './render-pdfs.ts';

/** BullMQ has no time limit for closing and waits for ever when Redis is away. */
const CLOSE_LIMIT_MS = 20_000;

/** A worker: the queues of WORKER_QUEUES, the reconciler, Chromium where PDFs are rendered, and its operations port. */
async function main(): Promise<void> {
  const environment = loadEnvironment(process.env);
  const queues = environment.WORKER_QUEUES.split(',') as QueueName[];
  if (queues.includes('pdfs') && environment.CHROMIUM_PATH === undefined) {
    throw new ConfigurationError('CHROMIUM_PATH must be set where WORKER_QUEUES has pdfs');
  }
  const runtime = await openRuntime(environment, 'worker');
  const { logger, metrics, database, hints, now, redis } = runtime;
  const connection = openWorkerConnection(environment.REDIS_URL);
  logConnection(connection, logger);
  const context = { pool: database.pool, logger, metrics, hints, now };

  const software = {
    producerName: environment.VERIFACTU_PRODUCER_NAME,
    producerNif: environment.VERIFACTU_PRODUCER_NIF,
    systemName: 'Invoice Batch Engine',
    systemId: 'IB',
    version: packageJson.version,
  };
  const renderer = queues.includes('pdfs') ? await openRenderer(environment.CHROMIUM_PATH!, runtime) : null;
  const workers = queues.map((queue) =>
    queue === 'batches'
      ? openWorker(
          queue,
          {
            'process-batch': buildProcessBatch({
              ...context,
              software,
              qrEnvironment: environment.VERIFACTU_ENVIRONMENT,
            }),
          },
          { connection, logger, concurrency: environment.WORKER_CONCURRENCY },
        )
      : openWorker(
          queue,
          { 'render-pdfs': buildRenderPdfs({ ...context, renderer: renderer! }) },
          { connection, logger, concurrency: 1 },
        ),
  );
  const reconciler = startReconciler(context);
  const ops = await openOpsServer({
    host: environment.OPS_HOST,
    port: environment.OPS_PORT,
    registry: metrics.registry,
    logger,
    isReady: async () => {
      const databaseState = await checkDatabase(database.pool);
      const redisState = redis.status === 'ready' ? 'ok' : 'not reachable';
      return {
        ready: databaseState === 'ok' && redisState === 'ok',
        checks: { database: databaseState, redis: redisState },
      };
    },
  });
  runUntilSignal({
    logger,
    drain: async () => {
      ops.markDraining();
      await reconciler[Symbol.asyncDispose]();
      // What is in hand is finished; a job that takes longer comes back by itself.
      await Promise.race([Promise.all(workers.map((worker) => worker.close())), wait(CLOSE_LIMIT_MS)]);
      await renderer?.[Symbol.asyncDispose]();
      connection.disconnect();
      await ops[Symbol.asyncDispose]();
      await runtime[Symbol.asyncDispose]();
    },
  });
  logger.info({ queues }, 'Worker is working');
}

function openRenderer(
  chromiumPath: string,
  { logger, metrics }: Awaited<ReturnType<typeof openRuntime>>,
): Promise<PdfRenderer> {
  return openPdfRenderer({ chromiumPath });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
