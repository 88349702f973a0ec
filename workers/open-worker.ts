import { hostname } from 'node:os';
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import type { RedisConnection } from '../src/platform/jobs/connection.ts';
import { hurry } from '../src/platform/process/map-yielding.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';
import { JOBS, type JobName, type QueueName } from '../src/platform/jobs/catalog.ts';
import { findFault } from '../src/platform/jobs/check-payload.ts';
import { createFirstPriorities } from '../src/platform/jobs/first-priorities.ts';
import { type Hints, recordRefusal, type Payload } from '../src/platform/jobs/hints.ts';
import { DEFAULT_PREFIX, prefixOf } from '../src/platform/jobs/keys.ts';
import { recordJobFailure, removeFailure } from '../src/platform/jobs/job-status.ts';
import { createPriorities } from '../src/platform/jobs/priorities.ts';
import type { JobMetrics } from '../src/platform/telemetry/metrics/job-metrics.ts';
import { createFailureReport } from './report-failures.ts';

/** Shows how far a job has come, beside its work. */
export type Show = (progress: object) => void;
export type Processors = { readonly [N in JobName]?: (payload: Payload<N>, show: Show) => Promise<object> };
type Handler = (data: unknown, show: Show) => Promise<object>;

type LaterOptions = {
  /** Why, for the job's log. */
  readonly note?: string | undefined;
  /** As in a hint: it gets a new priority of its organization for when it wakes. Absent: it keeps its place. */
  readonly work?: number;
};

/** What a processor returns when its rows must wait: the job sleeps until then and runs again, with this payload. */
export class Snooze {
  readonly at: Date;
  readonly payload: Payload<JobName>;
  readonly options: LaterOptions;

  constructor(at: Date, payload: Payload<JobName>, options: LaterOptions = {}) {
    this.at = at;
    this.payload = payload;
    this.options = options;
  }
}

/*
 * A killed worker's jobs are taken up again after the lock's end, noticed within two stalled checks: 8 + 2 × 2 s at most. PostgreSQL
 * decides what is still to do, so a job may be taken up as often as it takes. A process that was too busy to renew a lock takes its own job up
 * again: that joins the run that goes on. A second one would take as much memory again, and when the first ends, BullMQ renews no lock of the job.
 */
const LOCK_MS = 8000;
const LOCK_RENEWAL_MS = 2000;
const STALLED_CHECK_MS = 2000;
const MAX_STALLED = 1000;
const MAX_BACKOFF_MS = 60_000;

/** More are forgotten: their failures stay noted for ten minutes. */
const MAX_RECORDED = 10_000;

/** A job that cannot be run whatever is tried: BullMQ fails it at once, and the dashboard keeps it. */
class JobRefused extends UnrecoverableError {
  override name = 'JobRefused';
}

/** Opens the BullMQ worker of a queue with the processors of all its job names. @throws when one is missing. */
export function openWorker(
  queue: QueueName,
  processors: Processors,
  options: {
    readonly connection: RedisConnection;
    readonly concurrency: number;
    readonly logger: Logger;
    readonly metrics: JobMetrics;
    /** Tells what goes next, for what comes again. */
    readonly hints: Pick<Hints, 'queues'>;
    readonly prefix?: string;
  },
): Worker {
  const { connection, concurrency, logger, metrics, hints, prefix = DEFAULT_PREFIX } = options;
  metrics.jobsRefused.inc({ queue }, 0);
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
  const priorities = createPriorities();
  const findFirst = createFirstPriorities();
  const running = new Map<string, Promise<object>>();
  // Jobs at which this worker failed, by their hints.
  const noted = new Set<string>();
  const runOnce = (job: Job, handler: Handler): Promise<object> => {
    // Ids begin again after a flush of Redis.
    const key = `${job.id} ${job.timestamp}`;
    const current = running.get(key);
    if (current) return current;
    const show: Show = (progress) => {
      job
        .updateProgress({ ...progress, at: Date.now() })
        .catch((error: unknown) => logger.debug({ err: error, queue }, 'How far a job has come is not told'));
    };
    const begun = handler(job.data, show).finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  };
  const refuse = async ({ name, deduplicationId }: Job, why: string): Promise<never> => {
    if (deduplicationId !== undefined) await recordRefusal(connection, prefix, deduplicationId);
    throw new JobRefused(`${name} is refused: ${why}`);
  };
  const recordFailure = async ({ deduplicationId }: Job, error: Error): Promise<never> => {
    const note = { at: Date.now(), text: error.message || error.name };
    // A job that has come to its end says why where its rows are.
    if (deduplicationId !== undefined && !(error instanceof UnrecoverableError)) {
      if (noted.size >= MAX_RECORDED) noted.clear();
      noted.add(deduplicationId);
      await recordJobFailure(connection, prefix, deduplicationId, note).catch((failure: unknown) =>
        logger.debug({ err: failure, queue }, 'A failure is not noted'),
      );
    }
    throw error;
  };
  const forgetFailure = async ({ deduplicationId, attemptsStarted }: Job): Promise<void> => {
    if (deduplicationId === undefined) return;
    // What was tried before may have failed at another worker, which is gone.
    if (!noted.delete(deduplicationId) && attemptsStarted <= 1) return;
    await removeFailure(connection, prefix, deduplicationId).catch((failure: unknown) =>
      logger.debug({ err: failure, queue }, 'A failure that is over stays noted'),
    );
  };
  const run = async (job: Job, token?: string) => {
    const handler = handlers.get(job.name);
    const fault = findFault(job.name, job.data);
    if (!handler) return refuse(job, fault ?? `it does not belong to ${queue}`);
    if (fault !== null) return refuse(job, fault);
    const result = await runOnce(job, handler).catch((error: unknown) => recordFailure(job, error as Error));
    await forgetFailure(job);
    if (!(result instanceof Snooze)) return result;
    const later = findFault(job.name, result.payload);
    if (later !== null) return refuse(job, `put off with a wrong payload: ${later}`);
    const { at, payload, options: how } = result;
    if (how.note !== undefined) await job.log(how.note);
    await job.updateData(payload);
    if (how.work !== undefined) {
      // Else what has waited for AEAT many times would go before whoever comes new, for ever.
      const seconds = how.work * JOBS[job.name as JobName].secondsOfWork;
      const first = await findFirst(hints.queues.get(queue)!);
      await job.changePriority({ priority: priorities.next(payload.organizationId, seconds, at, first) });
    }
    await job.moveToDelayed(at.getTime(), token);
    throw new DelayedError();
  };
  const worker = new Worker(queue, run, {
    connection,
    prefix: prefixOf(queue, prefix),
    concurrency,
    // The dashboard shows who works on a job.
    name: `${hostname()}:${process.pid}`,
    lockDuration: LOCK_MS,
    lockRenewTime: LOCK_RENEWAL_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
    settings: {
      backoffStrategy: (attempt) => Math.min(500 * 2 ** attempt, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2),
    },
  });
  const reportFailure = createFailureReport(queue, logger);
  worker.on('failed', (job, error) => {
    if (!(error instanceof JobRefused)) return reportFailure(job, error);
    metrics.jobsRefused.inc({ queue });
    logger.error(
      { err: error, queue, job: job?.name, data: job?.data as unknown },
      'Job refused: it is of another version, or the program is wrong',
    );
  });
  // Connection errors are told once by the connection itself.
  worker.on('error', (error) => logger.debug({ err: error, queue }, 'Worker error'));
  worker.on('stalled', (id) => logger.warn({ queue, id }, 'Job was left by its worker; taken up again'));
  return worker;
}
