import { UnrecoverableError } from 'bullmq';
import type { RemitRecordsJob } from '../src/contracts/jobs.ts';
import type { PerOrganizationConcurrency } from '../src/remit/per-organization-concurrency.ts';
import { remitRecords, type RemitContext } from '../src/remit/remit-records.ts';
import { JOBS } from '../src/platform/jobs/catalog.ts';
import type { JobQueues } from '../src/platform/jobs/job-queues.ts';
import { formatJobLogEntry } from '../src/platform/jobs/job-log.ts';
import { Snooze, type Show } from './job-outcomes.ts';

type Context = RemitContext & {
  readonly jobQueues: Pick<JobQueues, 'send'>;
  readonly shares: PerOrganizationConcurrency;
};

/**
 * Submits the next message of a chain, then snoozes until the following one may be sent, so that
 * the dashboard shows the wait. The job of a halted chain fails.
 */
export function buildRemitRecords(context: Context) {
  return async (job: RemitRecordsJob, show: Show): Promise<object> => {
    const leave = context.shares.enter(job.organizationId, job.chainId);
    if (typeof leave === 'number')
      return new Snooze(new Date(Date.now() + leave * (1 + Math.random())), job, { work: 1 });
    const begunAt = performance.now();
    const result = await remitRecords(context, job.chainId, show).finally(leave);
    // A chain that has occupied AEAT for long comes after the others.
    const work = Math.max(1, (performance.now() - begunAt) / 1000 / JOBS['remit-records'].secondsOfWork);
    if (result.kind === 'wait') {
      // The ordinary job of the chain waits instead.
      if (job.isFull) return { waits: true };
      const { next, why } = result;
      const note = why === undefined ? undefined : formatJobLogEntry(context.now(), why);
      return new Snooze(next, job, { work, note });
    }
    if (result.kind === 'ahead') {
      throw new UnrecoverableError(
        'AEAT has records of the chain that the database lacks after a restore or a failover: see npm run engine -- chains',
      );
    }
    if (result.kind !== 'sent') return { [result.kind]: true };
    const { haltedReason, next, pending, answered, mayOvertake } = result;
    if (haltedReason !== null) {
      // AEAT's own text is omitted because it contains names; operators find it in the database.
      throw new UnrecoverableError(`The chain is halted by ${haltedReason.split(':', 1)[0]}`);
    }
    if (next === null) return { answered };
    const rest = { ...job, records: pending };
    if (!job.isFull || mayOvertake) return new Snooze(next, rest, { work });
    await context.jobQueues.send([{ name: 'remit-records', payload: { ...rest, isFull: false }, work }]);
    return { answered };
  };
}
