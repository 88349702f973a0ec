import { hostname } from 'node:os';
import { type Job, Worker } from 'bullmq';
import { JOBS, type JobName, type QueueName } from '../src/platform/jobs/catalog.ts';
import type { RedisConnection } from '../src/platform/jobs/connection.ts';
import type { JobQueues } from '../src/platform/jobs/job-queues.ts';
import { DEFAULT_PREFIX, prefixOf } from '../src/platform/jobs/keys.ts';
import { hurry } from '../src/platform/process/map-yielding.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';
import type { JobMetrics } from '../src/platform/telemetry/metrics/job-metrics.ts';
import { createExecutor, type Handler, JobRefused } from './execute-job.ts';
import type { Processors } from './job-outcomes.ts';
import { createFailureReport } from './report-failures.ts';

/*
 * Jobs of a killed worker are taken again after their lock expires, which two stalled checks
 * detect: after 8 + 2 × 2 s at most. PostgreSQL decides what work remains, so a job may be taken
 * any number of times.
 */
const LOCK_MS = 8000;
const LOCK_RENEWAL_MS = 2000;
const STALLED_CHECK_MS = 2000;
const MAX_STALLED = 1000;
const MAX_BACKOFF_MS = 60_000;

type WorkerOptions = {
  readonly connection: RedisConnection;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: JobMetrics;
  /** Queues from which the priority of a snoozed job is computed. */
  readonly jobQueues: Pick<JobQueues, 'queues'>;
  readonly prefix?: string;
  /** Whether it takes no job before it is resumed. */
  readonly isPaused?: boolean;
};

/**
 * Opens the BullMQ worker of a queue with the processors of all its job names. `execute-job.ts`
 * describes how it executes a job.
 * @throws Error if a processor is missing.
 */
export function openWorker(queue: QueueName, processors: Processors, options: WorkerOptions): Worker {
  const { connection, concurrency, logger, jobQueues, prefix = DEFAULT_PREFIX, isPaused = false } = options;
  const handlers = findHandlers(queue, processors);
  const failures = new WeakMap<Job, number>();
  const worker = new Worker(
    queue,
    createExecutor({ queue, handlers, connection, prefix, logger, jobQueues, failures }),
    {
      connection,
      prefix: prefixOf(queue, prefix),
      concurrency,
      autorun: !isPaused,
      // The dashboard shows which worker runs a job.
      name: `${hostname()}:${process.pid}`,
      lockDuration: LOCK_MS,
      lockRenewTime: LOCK_RENEWAL_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
      settings: {
        // A job that follows one without attempts left continues with the delays of that one.
        backoffStrategy: (attempt, _type, _error, job) =>
          Math.min(500 * 2 ** Math.max(attempt, (job && failures.get(job as Job)) ?? 0), MAX_BACKOFF_MS) *
          (0.5 + Math.random() / 2),
      },
    },
  );
  reportEvents(worker, queue, options);
  return worker;
}

/**
 * Returns the processors of a queue's job names. Small jobs run as short work, to which the long
 * work of the same process gives way.
 */
function findHandlers(queue: QueueName, processors: Processors): Map<string, Handler> {
  const handlers = new Map<string, Handler>();
  for (const [name, kind] of Object.entries(JOBS)) {
    const isSmall = 'small' in kind && kind.small.queue === queue;
    if (kind.queue !== queue && !isSmall) continue;
    const processor = processors[name as JobName] as Handler | undefined;
    if (!processor) throw new Error(`job ${name} has no processor`);
    handlers.set(name, (data, show) =>
      isSmall ? hurry(() => processor(data, show)) : processor(data, show),
    );
  }
  return handlers;
}

/**
 * What replaces the members of a job that are not JSON. A worker refuses the job because of its
 * payload, and BullMQ removes it.
 */
const UNREADABLE = { data: 'null', opts: JSON.stringify({ attempts: 1, removeOnFail: true }), progress: '0' };

/**
 * Makes a stalled job readable if it is not JSON in Redis: BullMQ fails to read it, and would give
 * it back to the queue forever. Its rows are found again in PostgreSQL.
 */
async function mendUnreadable(
  id: string,
  queue: QueueName,
  { connection, jobQueues }: WorkerOptions,
): Promise<void> {
  const key = jobQueues.queues.get(queue)!.toKey(id);
  const members = await connection.hmget(key, 'data', 'opts', 'progress');
  if (!members.every((text) => text === null || isJson(text))) await connection.hset(key, UNREADABLE);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Logs and counts the events that BullMQ reports for a worker's jobs. */
function reportEvents(worker: Worker, queue: QueueName, options: WorkerOptions): void {
  const { logger, metrics } = options;
  metrics.jobsRefused.inc({ queue }, 0);
  const reportFailure = createFailureReport(queue, logger);
  worker.on('failed', (job, error) => {
    if (!(error instanceof JobRefused)) return reportFailure(job, error);
    metrics.jobsRefused.inc({ queue });
    logger.error(
      { err: error, queue, job: job?.name, data: job?.data as unknown },
      'Job refused: another version enqueued it, or the program has a defect',
    );
  });
  // The connection itself logs its errors once.
  worker.on('error', (error) => logger.debug({ err: error, queue }, 'Worker error'));
  worker.on('stalled', (id) => {
    logger.warn({ queue, id }, 'A stalled job was moved back to the queue');
    mendUnreadable(id, queue, options).catch((error: unknown) =>
      logger.debug({ err: error, queue, id }, 'A stalled job could not be examined'),
    );
  });
}
