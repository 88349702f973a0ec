import { openProducerConnection } from '../../../src/platform/jobs/connection.ts';
import type { QueueName } from '../../../src/platform/jobs/catalog.ts';
import { openJobQueues } from '../../../src/platform/jobs/job-queues.ts';

export type HeldQueue = AsyncDisposable & {
  /** Stops workers from taking further jobs. */
  hold(): Promise<void>;
  release(): Promise<void>;
};

/** A queue of the product that can be held, so that its work can be measured alone. */
export async function openHeldQueue(redisUrl: string, name: QueueName): Promise<HeldQueue> {
  const connection = openProducerConnection(redisUrl);
  await new Promise<void>((resolve) => void connection.once('ready', resolve));
  const jobQueues = openJobQueues(connection);
  const queue = jobQueues.queues.get(name)!;
  return {
    hold: () => queue.pause(),
    release: () => queue.resume(),
    async [Symbol.asyncDispose]() {
      await jobQueues[Symbol.asyncDispose]();
      connection.disconnect();
    },
  };
}
