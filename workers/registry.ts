import { hostname } from 'node:os';
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Compile } from 'typebox/compile';
import { hurry } from '../src/processing/map-in-turns.ts';
import type { Logger } from '../src/telemetry/logger.ts';
import { JOBS, type JobName, type QueueName } from '../src/queue/catalog.ts';
import { DEFAULT_PREFIX, type Payload } from '../src/queue/hints.ts';

export type Processors = { readonly [N in JobName]?: (payload: Payload<N>) => Promise<object> };

/** What a processor returns when its rows must wait: the job sleeps until then and runs again, with this payload. */
export class Later {
  readonly at: Date;
  readonly payload: object;

  constructor(at: Date, payload: object) {
    this.at = at;
    this.payload = payload;
  }
}

/*
 * A killed worker's jobs are taken up again after the lock's end, noticed within two stalled checks: 8 + 2 × 2 s at most. PostgreSQL
 * decides what is still to do, so a job may be taken up as often as it takes, and one whose lock lapsed under it does no harm.
 */
const LOCK_MS = 8000;
const LOCK_RENEWAL_MS = 2000;
const STALLED_CHECK_MS = 2000;
const MAX_STALLED = 1000;
const LONGEST_BACKOFF_MS = 60_000;

/** Opens the BullMQ worker of a queue with the processors of all its job names. @throws when one is missing. */
export function openWorker(
  queue: QueueName,
  processors: Processors,
  options: {
    readonly connection: Redis;
    readonly concurrency: number;
    readonly logger: Logger;
    readonly prefix?: string;
  },
): Worker {
  const handlers = new Map<string, (data: unknown) => Promise<object>>();
  for (const [name, kind] of Object.entries(JOBS)) {
    const isSmall = 'small' in kind && kind.small.queue === queue;
    if (kind.queue !== queue && !isSmall) continue;
    const processor = processors[name as JobName] as ((payload: unknown) => Promise<object>) | undefined;
    if (!processor) throw new Error(`job ${name} has no processor`);
    const payload = Compile(kind.payload);
    handlers.set(name, (data) => {
      if (!payload.Check(data))
        throw new UnrecoverableError(`the payload of ${name} is not as the catalog says`);
      return isSmall ? hurry(() => processor(data)) : processor(data);
    });
  }
  const run = async (job: Job, token?: string) => {
    const handler = handlers.get(job.name);
    if (!handler) throw new UnrecoverableError(`no job of ${queue} is called ${job.name}`);
    const result = await handler(job.data);
    if (!(result instanceof Later)) return result;
    await job.updateData(result.payload);
    await job.moveToDelayed(result.at.getTime(), token);
    throw new DelayedError();
  };
  const worker = new Worker(queue, run, {
    connection: options.connection,
    prefix: options.prefix ?? DEFAULT_PREFIX,
    concurrency: options.concurrency,
    // The dashboard shows who works on a job.
    name: `${hostname()}:${process.pid}`,
    lockDuration: LOCK_MS,
    lockRenewTime: LOCK_RENEWAL_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
    settings: {
      backoffStrategy: (attempt) =>
        Math.min(500 * 2 ** attempt, LONGEST_BACKOFF_MS) * (0.5 + Math.random() / 2),
    },
  });
  worker.on('failed', (job, error) => {
    options.logger.error(
      { err: error, job: job?.name, data: job?.data as unknown, attempt: job?.attemptsMade },
      'Job failed',
    );
  });
  // Connection errors are told once by the connection itself.
  worker.on('error', (error) => options.logger.debug({ err: error, queue }, 'Worker error'));
  worker.on('stalled', (id) =>
    options.logger.warn({ queue, id }, 'Job was left by its worker; taken up again'),
  );
  return worker;
}
