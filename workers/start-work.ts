import type { Worker } from 'bullmq';
import { setTimeout as wait } from 'node:timers/promises';
import { removeFormerKeys } from '../src/queue/former-keys.ts';
import type { Runtime } from '../src/process/runtime.ts';

const AGAIN_MS = 500;
const SWEEP_MS = 60_000;

/**
 * Lets the workers work as soon as what the version before left in Redis is taken over: a queue that an operator paused stays paused. Later removes
 * it, when no worker of that version is left.
 */
export function startWork(
  { adoptKeys, hints, logger }: Pick<Runtime, 'adoptKeys' | 'hints' | 'logger'>,
  workers: readonly Worker[],
  onBegin: () => void,
): Disposable {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function start(): Promise<void> {
    while (!signal.aborted) {
      try {
        await adoptKeys();
        break;
      } catch {
        // That Redis is away is told elsewhere.
        await wait(AGAIN_MS, undefined, { signal, ref: false });
      }
    }
    onBegin();
    for (const worker of workers) {
      if (!signal.aborted && !worker.isRunning())
        worker
          .run()
          .catch((error: unknown) => logger.error({ err: error, queue: worker.name }, 'Worker ended'));
    }
  }

  async function sweep(): Promise<void> {
    for (;;) {
      await wait(SWEEP_MS, undefined, { signal, ref: false });
      const keys = await removeFormerKeys(hints).catch(() => 0);
      if (keys > 0) logger.info({ keys }, 'What the version before left in Redis is removed');
    }
  }

  for (const work of [start, sweep]) work().catch(() => {});
  return { [Symbol.dispose]: () => stopping.abort() };
}
