import { openProducerConnection } from '../../../../src/platform/jobs/connection.ts';
import type { QueueName } from '../../../../src/platform/jobs/catalog.ts';
import { openHints } from '../../../../src/platform/jobs/hints.ts';

export type HeldQueue = AsyncDisposable & {
  /** Stops workers from taking further jobs. */
  hold(): Promise<void>;
  release(): Promise<void>;
};

/** A queue of the product that can be held, so that its work can be measured alone. */
export async function openHeldQueue(redisUrl: string, name: QueueName): Promise<HeldQueue> {
  const connection = openProducerConnection(redisUrl);
  await new Promise<void>((resolve) => void connection.once('ready', resolve));
  const hints = openHints(connection);
  const queue = hints.queues.get(name)!;
  return {
    hold: () => queue.pause(),
    release: () => queue.resume(),
    async [Symbol.asyncDispose]() {
      await hints[Symbol.asyncDispose]();
      connection.disconnect();
    },
  };
}
