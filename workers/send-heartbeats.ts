import { hostname } from 'node:os';
import type { JobQueues } from '../src/platform/jobs/job-queues.ts';
import { type Duty, sendHeartbeat } from '../src/platform/jobs/worker-heartbeats.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';

const EVERY_MS = 15_000;
/** Pause before the next attempt after Redis has refused a heartbeat. */
const AGAIN_MS = 2000;

export type SigningOptions = {
  readonly jobQueues: Pick<JobQueues, 'connection' | 'prefix'>;
  readonly logger: Pick<Logger, 'debug'>;
  readonly now: () => Date;
};

/**
 * Sends a heartbeat at once and every 15 seconds until it is disposed of. It also sends one as soon
 * as Redis is back, because Redis may have lost it. The last heartbeat stays for a minute, so that
 * a process that is restarted in this time is not reported as missing.
 */
export function startHeartbeats(
  { jobQueues, logger, now }: SigningOptions,
  duties: readonly Duty[],
): Disposable {
  const sign = { host: hostname(), pid: process.pid, duties };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    let next = EVERY_MS;
    try {
      await sendHeartbeat(jobQueues, sign, now());
    } catch (error) {
      logger.debug({ err: error }, 'A heartbeat could not be sent');
      next = AGAIN_MS;
    }
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void run(), next);
  }

  const signNow = () => void run();
  jobQueues.connection.on('ready', signNow);
  signNow();
  return {
    [Symbol.dispose]() {
      isStopped = true;
      jobQueues.connection.off('ready', signNow);
      clearTimeout(timer);
    },
  };
}
