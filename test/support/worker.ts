import { openJobQueues, type JobQueues } from '../../src/platform/jobs/job-queues.ts';
import { openProducerConnection, openWorkerConnection } from '../../src/platform/jobs/connection.ts';
import type { Worker } from 'bullmq';
import type { QueueName } from '../../src/platform/jobs/catalog.ts';
import { createRefusalReporter } from '../../src/platform/telemetry/report-refused-jobs.ts';
import { openLogger } from '../../src/platform/telemetry/logger.ts';
import { createMetrics } from './metrics.ts';
import type { Processors } from '../../workers/job-outcomes.ts';
import { openWorker } from '../../workers/open-worker.ts';
import { testPrefix, testRedisUrl } from './redis.ts';

export type TestQueues = AsyncDisposable & {
  readonly jobQueues: JobQueues;
  readonly prefix: string;
  readonly metrics: ReturnType<typeof createMetrics>;
  /** The lines that the workers logged. */
  readonly log: string[];
  /** Starts a worker. Disposing of the queues closes it. */
  work(queue: QueueName, processors: Processors, concurrency?: number): Worker;
  stopWorkers(): Promise<void>;
};

/** The processor of previews in tests that have none. */
async function refusePreview(): Promise<never> {
  throw new Error('No preview was expected');
}

/** The processor of signatures in tests that have none. */
async function refuseSigning(): Promise<never> {
  throw new Error('No signature was expected');
}

/** The processor of entries in SII in tests that have none. */
async function refuseEntries(): Promise<never> {
  throw new Error('No entry was expected');
}

/** The processor of the census in tests that do not ask it. */
async function refuseAsking(): Promise<never> {
  throw new Error('No question to the census was expected');
}

/** Opens real queues with their own prefix. @param url another Redis server or database. */
export async function openTestQueues(
  url: string | (() => string) = testRedisUrl(),
  prefix = testPrefix(),
): Promise<TestQueues> {
  const resources = new AsyncDisposableStack();
  const producer = openProducerConnection(url);
  producer.on('error', () => {});
  resources.defer(() => producer.disconnect());
  const workers = new AsyncDisposableStack();
  const metrics = createMetrics();
  const log: string[] = [];
  const logger = openLogger({
    level: 'info',
    process: 'test',
    destination: {
      write(line) {
        log.push(line);
        if (process.env['TEST_LOG_LEVEL'] !== undefined) process.stdout.write(line);
      },
    },
  });
  const jobQueues = resources.use(openJobQueues(producer, prefix, createRefusalReporter(logger, metrics)));
  resources.use(workers);
  await new Promise<void>((resolve) => void producer.once('ready', resolve));
  return {
    jobQueues,
    prefix,
    metrics,
    log,
    stopWorkers: () => workers.disposeAsync(),
    work(queue, processors, concurrency = 4) {
      const connection = openWorkerConnection(url);
      connection.on('error', () => {});
      workers.defer(() => connection.disconnect());
      const worker = openWorker(
        queue,
        {
          'render-preview': refusePreview,
          'sign-facturae': refuseSigning,
          'send-sii-entries': refuseEntries,
          'deliver-to-spfe': refuseEntries,
          'compare-sii-book': refuseEntries,
          'draft-sii-backlog': refuseEntries,
          'ask-census': refuseAsking,
          ...processors,
        },
        {
          connection,
          concurrency,
          logger,
          metrics,
          jobQueues,
          prefix,
        },
      );
      workers.defer(() => worker.close());
      return worker;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
