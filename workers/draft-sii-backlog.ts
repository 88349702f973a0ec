import type { DraftSiiBacklogJob } from '../src/contracts/jobs.ts';
import { type BacklogContext, draftChunk } from '../src/remit/sii/backlog/draft-chunk.ts';
import { Snooze } from './job-outcomes.ts';

/** Drafts the entries of the earlier invoices of an issuer, one chunk after the other. */
export function buildDraftSiiBacklog(context: BacklogContext) {
  return async (job: DraftSiiBacklogJob): Promise<object> => {
    const { isEnded } = await draftChunk(context, job.backlogId);
    return isEnded ? { ended: true } : new Snooze(new Date(), job, { work: 1 });
  };
}
