import { hostname } from 'node:os';
import type { Hints } from '../src/platform/jobs/hints.ts';
import { type Duty, sendHeartbeat } from '../src/platform/jobs/worker-heartbeats.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';

const EVERY_MS = 15_000;
/** Redis has been back for less than that when it hears of the worker again. */
const AGAIN_MS = 2000;

export type SigningOptions = {
  readonly hints: Pick<Hints, 'connection' | 'prefix'>;
  readonly logger: Pick<Logger, 'debug'>;
  readonly now: () => Date;
};

/**
 * Says at once and every 15 seconds that this process is alive, until it is disposed of, and at once when Redis is back, which may have forgotten it. The last sign stays for its minute:
 * who is started anew meanwhile is not missed.
 */
export function startHeartbeats({ hints, logger, now }: SigningOptions, duties: readonly Duty[]): Disposable {
  const sign = { host: hostname(), pid: process.pid, duties };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    let next = EVERY_MS;
    try {
      await sendHeartbeat(hints, sign, now());
    } catch (error) {
      logger.debug({ err: error }, 'No sign of life could be given');
      next = AGAIN_MS;
    }
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void run(), next);
  }

  const signNow = () => void run();
  hints.connection.on('ready', signNow);
  signNow();
  return {
    [Symbol.dispose]() {
      isStopped = true;
      hints.connection.off('ready', signNow);
      clearTimeout(timer);
    },
  };
}
