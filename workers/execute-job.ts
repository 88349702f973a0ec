import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { JOBS, type JobName, type QueueName } from '../src/platform/jobs/catalog.ts';
import { findFault } from '../src/platform/jobs/check-payload.ts';
import type { RedisConnection } from '../src/platform/jobs/connection.ts';
import { createFirstPriorities } from '../src/platform/jobs/first-priorities.ts';
import { type JobQueues, recordRefusal } from '../src/platform/jobs/job-queues.ts';
import { recordJobFailure, removeFailure } from '../src/platform/jobs/failing-jobs.ts';
import { createPriorities } from '../src/platform/jobs/priorities.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';
import { type Outcome, type Show, Snooze } from './job-outcomes.ts';

/*
 * Executes a job that a worker has taken. The steps, in the order of `executeJob`:
 *
 *   taken ─ check ─────── wrong name or payload ──────────────────────────┐
 *             │ right                                                     │
 *           perform ───── throws ──── failed ──── record the failure ── BullMQ retries the job later;
 *             │ returns                                                   │  an unrecoverable job is not retried
 *           remove the record of an earlier failure                       │
 *             ├────────── a result ── completed                           │
 *             └────────── a Snooze ── check its payload ── wrong ──────── refused ── BullMQ fails the job at once
 *                                       │ right
 *                                     snoozed ── BullMQ delays the job, which is then taken again
 *
 * PostgreSQL decides what work remains, so a job may be taken any number of times. The steps before
 * `settle` return the outcome of the run; only `settle` reports it to BullMQ. The processors trace
 * and time their own work (follow-batch.ts and their metrics). Failures are logged and counted
 * after BullMQ has moved the job (open-worker.ts).
 */

/** A job that can never be run. BullMQ fails it at once, and the dashboard keeps it. */
export class JobRefused extends UnrecoverableError {
  override name = 'JobRefused';
}

/** Runs the jobs of one name; the untyped form of an entry of `Processors`. */
export type Handler = (data: unknown, show: Show) => Promise<object>;

type ExecutorOptions = {
  readonly queue: QueueName;
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly connection: RedisConnection;
  readonly prefix: string;
  readonly logger: Logger;
  /** Queues from which the priority of a snoozed job is computed. */
  readonly jobQueues: Pick<JobQueues, 'queues'>;
  /** The failures of a job since its rows last succeeded, which determine its next delay. */
  readonly failures: WeakMap<Job, number>;
};

/**
 * Maximum number of recorded failures per process. Beyond it the set is cleared, and the failures
 * in Redis expire after ten minutes.
 */
const MAX_RECORDED = 10_000;

/**
 * Creates the function with which BullMQ runs each job of a queue.
 * @returns a function that returns the result of a completed job. It throws the error of the
 *   processor, JobRefused, or DelayedError for a snoozed job.
 */
export function createExecutor(options: ExecutorOptions) {
  const { queue, handlers, connection, prefix, logger, jobQueues, failures } = options;
  const priorities = createPriorities();
  const findFirst = createFirstPriorities();
  const running = new Map<string, Promise<object>>();
  // Deduplication ids of the jobs that failed in this process.
  const noted = new Set<string>();

  async function executeJob(job: Job, token?: string): Promise<object> {
    const why = check(job);
    if (why !== null) return settle(job, token, { kind: 'refused', why });
    const performed = await perform(job);
    await recordFailure(job, performed);
    return settle(job, token, checkSnooze(job, performed));
  }

  /** Returns why the job is refused, or null if it is valid. */
  function check({ name, data }: Job): string | null {
    const fault = findFault(name, data);
    return fault ?? (handlers.has(name) ? null : `it does not belong to ${queue}`);
  }

  /**
   * Runs the processor of a job. A process that was too busy to renew a lock may take its own job
   * again; the second run then joins the first. A separate run would take as much memory again, and
   * BullMQ would stop renewing the job's lock when the first run ends.
   */
  async function perform(job: Job): Promise<Outcome> {
    // Job ids start again from 1 after Redis is flushed, so the timestamp is part of the key.
    const key = `${job.id} ${job.timestamp}`;
    try {
      const begun = running.get(key) ?? begin(job, key);
      const result = await begun;
      return result instanceof Snooze ? { kind: 'snoozed', snooze: result } : { kind: 'completed', result };
    } catch (error) {
      return { kind: 'failed', error: error as Error };
    }
  }

  function begin(job: Job, key: string): Promise<object> {
    const show: Show = (progress) => {
      job
        .updateProgress({ ...progress, at: Date.now() })
        .catch((error: unknown) =>
          logger.debug({ err: error, queue }, 'The progress of a job could not be stored in Redis'),
        );
    };
    const begun = handlers.get(job.name)!(job.data, show).finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  }

  /**
   * Records for the dashboard why a job failed while it is retried, and removes the record after a
   * successful run. If Redis refuses, the job continues nevertheless.
   */
  async function recordFailure(failed: Job, outcome: Outcome): Promise<void> {
    const { deduplicationId: job, attemptsStarted } = failed;
    if (job === undefined) return;
    if (outcome.kind === 'failed') {
      const { error } = outcome;
      // A job that has failed permanently records its reason in its own rows.
      if (error instanceof UnrecoverableError) return;
      if (noted.size >= MAX_RECORDED) noted.clear();
      noted.add(job);
      await noteFailure(failed, job, error.message || error.name);
      return;
    }
    // An earlier attempt may have failed in another worker that no longer exists.
    if (!noted.delete(job) && attemptsStarted <= 1) return;
    await removeFailure(connection, prefix, job).catch((failure: unknown) =>
      logger.debug({ err: failure, queue }, 'The stored failure of a job could not be removed from Redis'),
    );
  }

  /**
   * After its last attempt a job rests for a minute, as between two attempts, before the reconciler
   * enqueues it again.
   */
  async function noteFailure(failed: Job, job: string, text: string): Promise<void> {
    try {
      failures.set(failed, await recordJobFailure(connection, prefix, failed, { at: Date.now(), text }));
      if (failed.attemptsMade + 1 >= (failed.opts.attempts ?? 1))
        await recordRefusal(connection, prefix, job);
    } catch (error) {
      logger.debug({ err: error, queue }, 'The failure of a job could not be stored in Redis');
    }
  }

  /** Reports the outcome of the job to BullMQ. */
  async function settle(job: Job, token: string | undefined, outcome: Outcome): Promise<object> {
    switch (outcome.kind) {
      case 'completed':
        return outcome.result;
      case 'failed':
        throw outcome.error;
      case 'refused':
        if (job.deduplicationId !== undefined) {
          await recordRefusal(connection, prefix, job.deduplicationId);
          await noteFailure(job, job.deduplicationId, `${job.name} is refused: ${outcome.why}`);
        }
        throw new JobRefused(`${job.name} is refused: ${outcome.why}`);
      case 'snoozed':
        await delay(job, token, outcome.snooze);
        throw new DelayedError();
    }
  }

  async function delay(job: Job, token: string | undefined, { at, payload, options: how }: Snooze) {
    if (how.note !== undefined) await job.log(how.note);
    await job.updateData(payload);
    if (how.work !== undefined) {
      // Without a new priority, a job that has waited for AEAT many times would always precede new
      // jobs.
      const seconds = how.work * JOBS[job.name as JobName].secondsOfWork;
      const first = await findFirst(jobQueues.queues.get(queue)!);
      await job.changePriority({ priority: priorities.next(payload.organizationId, seconds, at, first) });
    }
    await job.moveToDelayed(at.getTime(), token);
  }

  return executeJob;
}

/**
 * Refuses a snoozed job whose new payload does not match its schema. It would be refused anyway
 * when it wakes.
 */
function checkSnooze({ name }: Job, outcome: Outcome): Outcome {
  if (outcome.kind !== 'snoozed') return outcome;
  const fault = findFault(name, outcome.snooze.payload);
  return fault === null
    ? outcome
    : { kind: 'refused', why: `it was delayed with an invalid payload: ${fault}` };
}
