import type { QueueName } from '../src/platform/jobs/catalog.ts';
import type { JobQueues } from '../src/platform/jobs/job-queues.ts';
import { describePause, readPauses } from '../src/platform/jobs/pauses.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';

const EVERY_MS = 5000;

export type WatchOptions = {
  readonly jobQueues: Pick<JobQueues, 'queues' | 'connection' | 'prefix'>;
  readonly logger: Logger;
  readonly now: () => Date;
};

/**
 * Logs once that a queue is paused and once that it is resumed, until it is disposed of.
 * @param names the queues that the worker serves.
 */
export function watchPauses(
  { jobQueues, logger, now }: WatchOptions,
  names: readonly QueueName[],
): Disposable {
  const told = new Set<QueueName>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    // Reads the pauses of all queues, so that the start of a pause is also recorded for queues
    // without a worker.
    const pauses = (await readPauses(jobQueues, now())).filter(({ queue }) => names.includes(queue));
    for (const pause of pauses) {
      if (!told.has(pause.queue)) logger.warn(pause, describePause(pause));
      told.add(pause.queue);
    }
    for (const queue of told) {
      if (pauses.some((pause) => pause.queue === queue)) continue;
      told.delete(queue);
      logger.warn({ queue }, `The queue ${queue} is resumed`);
    }
  }

  async function run(): Promise<void> {
    // An unavailable Redis is logged elsewhere.
    await look().catch(() => {});
    if (!isStopped) timer = setTimeout(() => void run(), EVERY_MS);
  }

  void run();
  return {
    [Symbol.dispose]() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
