import { UnrecoverableError } from 'bullmq';
import type { CompareSiiBookJob } from '../src/contracts/jobs.ts';
import { type CompareContext, comparePage } from '../src/remit/sii/compare/compare-page.ts';
import { Snooze } from './job-outcomes.ts';

/** The pause in ms of a job while entries of its organization, or another comparison, use AEAT. */
const BUSY_MS = 5000;

/**
 * Compares AEAT's book with the entries of the engine, one page after the other. A process asks for
 * one page at a time, which bounds its memory and leaves its other slots to the sending of entries.
 */
export function buildCompareSiiBook(context: CompareContext) {
  let isAsking = false;
  return async (job: CompareSiiBookJob): Promise<object> => {
    const later = (at: number) => new Snooze(new Date(at), job, { work: 1 });
    if (isAsking) return later(Date.now() + BUSY_MS * (1 + Math.random()));
    isAsking = true;
    const result = await comparePage(context, job.comparisonId).finally(() => {
      isAsking = false;
    });
    switch (result.kind) {
      case 'ended':
        return { ended: true };
      case 'halted':
        throw new UnrecoverableError('The issuer is halted: see npm run engine -- sii');
      case 'busy':
        return later(Date.now() + BUSY_MS * (1 + Math.random()));
      case 'wait':
        return later(result.next.getTime());
      case 'page':
        return later(Date.now());
    }
  };
}
