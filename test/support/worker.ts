import { openHints, type Hints } from '../../src/queue/hints.ts';
import { openProducerConnection, openWorkerConnection } from '../../src/queue/connection.ts';
import type { QueueName } from '../../src/queue/catalog.ts';
import { openLogger } from '../../src/telemetry/logger.ts';
import { openWorker, type Processors } from '../../workers/registry.ts';
import { testPrefix, testRedisUrl } from './redis.ts';

export type TestQueues = AsyncDisposable & {
  readonly hints: Hints;
  readonly prefix: string;
  /** Starts a worker; disposing of the queues closes it. */
  work(queue: QueueName, processors: Processors, concurrency?: number): void;
};

/** Real queues with a prefix of their own. @param url another Redis, or another database of it. */
export async function openTestQueues(url = testRedisUrl()): Promise<TestQueues> {
  const resources = new AsyncDisposableStack();
  const prefix = testPrefix();
  const producer = openProducerConnection(url);
  producer.on('error', () => {});
  resources.defer(() => producer.disconnect());
  const hints = resources.use(openHints(producer, prefix));
  const logger = openLogger({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent', process: 'test' });
  await new Promise<void>((resolve) => void producer.once('ready', resolve));
  return {
    hints,
    prefix,
    work(queue, processors, concurrency = 4) {
      const connection = openWorkerConnection(url);
      connection.on('error', () => {});
      resources.defer(() => connection.disconnect());
      const worker = openWorker(queue, processors, { connection, concurrency, logger, prefix });
      resources.defer(() => worker.close());
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
