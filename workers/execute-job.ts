import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { JOBS, type JobName, type QueueName } from '../src/platform/jobs/catalog.ts';
import { findFault } from '../src/platform/jobs/check-payload.ts';
import type { RedisConnection } from '../src/platform/jobs/connection.ts';
import { createFirstPriorities } from '../src/platform/jobs/first-priorities.ts';
import { type Hints, recordRefusal } from '../src/platform/jobs/hints.ts';
import { recordJobFailure, removeFailure } from '../src/platform/jobs/job-status.ts';
import { createPriorities } from '../src/platform/jobs/priorities.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';
import { type Outcome, type Show, Snooze } from './job-outcomes.ts';

/*
 * What a worker does with a job that it has taken, as named steps in the order of `executeJob`:
 *
 *   taken ─ check ─────── wrong name or payload ──────────────────────────┐
 *             │ right                                                     │
 *           perform ───── throws ──── failed ──── note it ── BullMQ tries the job again later; what is unrecoverable
 *             │ returns                                                   │        has come to its end
 *           forget an earlier failure                                     │
 *             ├────────── a result ── completed                           │
 *             └────────── a Snooze ── check its payload ── wrong ──────── refused ── BullMQ fails the job at once
 *                                       │ right
 *                                     snoozed ── BullMQ delays the job, which is then taken again
 *
 * PostgreSQL decides what is still to do, so a job may be taken any number of times. The steps before `settle` return what became of the run; `settle` alone
 * tells BullMQ. The processors trace and time their own work (follow-batch.ts, their metrics); what fails is logged and counted when BullMQ has moved the
 * job (open-worker.ts).
 */

/** A job that cannot be run whatever is tried: BullMQ fails it at once, and the dashboard keeps it. */
export class JobRefused extends UnrecoverableError {
  override name = 'JobRefused';
}

/** Runs the jobs of a name: `Processors` of any payload. */
export type Handler = (data: unknown, show: Show) => Promise<object>;

type ExecutorOptions = {
  readonly queue: QueueName;
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly connection: RedisConnection;
  readonly prefix: string;
  readonly logger: Logger;
  /** Tells what goes next, for what comes again. */
  readonly hints: Pick<Hints, 'queues'>;
};

/** More are forgotten: their failures stay noted for ten minutes. */
const MAX_RECORDED = 10_000;

/**
 * Makes what BullMQ runs each job of a queue with.
 * @returns a function that gives the result of a job that is completed. It throws what the processor threw, JobRefused, or DelayedError for a job that sleeps.
 */
export function createExecutor(options: ExecutorOptions) {
  const { queue, handlers, connection, prefix, logger, hints } = options;
  const priorities = createPriorities();
  const findFirst = createFirstPriorities();
  const running = new Map<string, Promise<object>>();
  // Jobs at which this worker failed, by their hints.
  const noted = new Set<string>();

  async function executeJob(job: Job, token?: string): Promise<object> {
    const why = check(job);
    if (why !== null) return settle(job, token, { kind: 'refused', why });
    const performed = await perform(job);
    await recordFailure(job, performed);
    return settle(job, token, checkSnooze(job, performed));
  }

  /** @returns why the job is refused; null where it is right. */
  function check({ name, data }: Job): string | null {
    const fault = findFault(name, data);
    return fault ?? (handlers.has(name) ? null : `it does not belong to ${queue}`);
  }

  /**
   * Runs the processor of a job. A process that was too busy to renew a lock takes its own job up again: that joins the run that goes on. A second one would take
   * as much memory again, and when the first ends, BullMQ renews no lock of the job.
   */
  async function perform(job: Job): Promise<Outcome> {
    // Ids begin again after a flush of Redis.
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
        .catch((error: unknown) => logger.debug({ err: error, queue }, 'How far a job has come is not told'));
    };
    const begun = handlers.get(job.name)!(job.data, show).finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  }

  /** Keeps for people what a job failed at while it is tried again, and forgets it when the job has gone well. Where that does not work the job goes on all the same. */
  async function recordFailure(
    { deduplicationId: hint, attemptsStarted }: Job,
    outcome: Outcome,
  ): Promise<void> {
    if (hint === undefined) return;
    if (outcome.kind === 'failed') {
      const { error } = outcome;
      // A job that has come to its end says why where its rows are.
      if (error instanceof UnrecoverableError) return;
      if (noted.size >= MAX_RECORDED) noted.clear();
      noted.add(hint);
      const note = { at: Date.now(), text: error.message || error.name };
      await recordJobFailure(connection, prefix, hint, note).catch((failure: unknown) =>
        logger.debug({ err: failure, queue }, 'A failure is not noted'),
      );
      return;
    }
    // What was tried before may have failed at another worker, which is gone.
    if (!noted.delete(hint) && attemptsStarted <= 1) return;
    await removeFailure(connection, prefix, hint).catch((failure: unknown) =>
      logger.debug({ err: failure, queue }, 'A failure that is over stays noted'),
    );
  }

  /** Tells BullMQ what became of the job. */
  async function settle(job: Job, token: string | undefined, outcome: Outcome): Promise<object> {
    switch (outcome.kind) {
      case 'completed':
        return outcome.result;
      case 'failed':
        throw outcome.error;
      case 'refused':
        if (job.deduplicationId !== undefined) await recordRefusal(connection, prefix, job.deduplicationId);
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
      // Else what has waited for AEAT many times would go before whoever comes new, for ever.
      const seconds = how.work * JOBS[job.name as JobName].secondsOfWork;
      const first = await findFirst(hints.queues.get(queue)!);
      await job.changePriority({ priority: priorities.next(payload.organizationId, seconds, at, first) });
    }
    await job.moveToDelayed(at.getTime(), token);
  }

  return executeJob;
}

/** A job that would sleep with a payload that its schema refuses would be refused when it wakes: it is refused now. */
function checkSnooze({ name }: Job, outcome: Outcome): Outcome {
  if (outcome.kind !== 'snoozed') return outcome;
  const fault = findFault(name, outcome.snooze.payload);
  return fault === null ? outcome : { kind: 'refused', why: `put off with a wrong payload: ${fault}` };
}
