import { UnrecoverableError } from 'bullmq';
import type { RemitRecordsJob } from '../src/contracts/jobs.ts';
import { remitRecords, type RemitContext } from '../src/remission/remit-records.ts';
import type { Hints } from '../src/queue/hints.ts';
import { writeNote } from '../src/queue/notes.ts';
import { Snooze, type Show } from './registry.ts';

/**
 * Sends the next envelope of a chain, then sleeps until the one after it may go, so that the dashboard shows the wait. A halted chain ends
 * as a failed job.
 */
export function buildRemitRecords(context: RemitContext & { readonly hints: Pick<Hints, 'send'> }) {
  return async (job: RemitRecordsJob, show: Show): Promise<object> => {
    const result = await remitRecords(context, job.chainId, show);
    if (result.kind === 'wait') {
      // The ordinary hint of the chain does the waiting.
      if (job.isFull) return { waits: true };
      const { next, why } = result;
      const note = why === undefined ? undefined : writeNote(context.now(), why);
      return new Snooze(next, job, { work: 1, note });
    }
    if (result.kind === 'ahead') {
      throw new UnrecoverableError(
        'AEAT is ahead of the chain, after a restore or a failover: see npm run chains',
      );
    }
    if (result.kind !== 'sent') return { [result.kind]: true };
    const { haltedReason, next, pending, answered, mayOvertake } = result;
    if (haltedReason !== null) {
      // Without AEAT's text, which repeats names: the operator finds it in the database.
      throw new UnrecoverableError(`The chain is halted by ${haltedReason.split(':', 1)[0]}`);
    }
    if (next === null) return { answered };
    const rest = { ...job, records: pending };
    if (!job.isFull || mayOvertake) return new Snooze(next, rest, { work: 1 });
    await context.hints.send([{ name: 'remit-records', payload: { ...rest, isFull: false }, work: 1 }]);
    return { answered };
  };
}
