import type { AskCensusJob } from '../src/contracts/jobs.ts';
import { askCensus, type AskCensusContext } from '../src/remit/ask-census.ts';
import { Snooze } from './job-outcomes.ts';

/**
 * The most jobs that a process runs at once: while the census does not answer, a job takes a minute,
 * and each occupies one of the slots in which records are sent to AEAT.
 */
const JOBS_AT_ONCE = 4;
/** How long a job waits for another attempt to start. */
const PAUSE_MS = 1000;

/** Creates the processor that asks AEAT's census what an organization waits to know. */
export function buildAskCensus(context: AskCensusContext) {
  let jobs = 0;
  return async (job: AskCensusJob): Promise<object> => {
    if (jobs >= JOBS_AT_ONCE)
      return new Snooze(new Date(Date.now() + PAUSE_MS * (0.5 + context.random())), job);
    jobs += 1;
    return askCensus(context, job).finally(() => (jobs -= 1));
  };
}
