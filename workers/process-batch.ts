import type { ProcessBatchJob } from '../src/contracts/jobs.ts';
import { processBatch, type ProcessBatchContext } from '../src/issue/process-batch.ts';
import { hintRemissions } from '../src/submit/remission-hints.ts';
import { hintRenderings } from '../src/render/rendering-hints.ts';
import type { Hints } from '../src/platform/jobs/hints.ts';
import type { IssuingMetrics } from '../src/issue/issuing-metrics.ts';
import type { Trace } from '../src/platform/telemetry/traces/traces.ts';
import { followBatch, type Followed } from './follow-batch.ts';
import { Snooze } from './job-outcomes.ts';

/**
 * Until a batch is looked at again that waits for a chain's comparison: as long as that has taken already, which mostly is a moment after a
 * failover. Where AEAT is away or ahead it lasts.
 */
const SUSPENDED_MS = { least: 500, most: 10_000 };
/**
 * The same of one whose chain others work on: about as long as those take that are before it. Who is next finds the chain free, and of those far behind few look at
 * a time. Where each look has to read the batch it looks less often.
 */
const BUSY_MS = { least: 50, most: 2000 };
const BUSY_MS_PER_INVOICE = { ahead: 0.15, read: 1 };
/** In invoices. */
const COST_OF_TRY = 20;

type Issuing = Omit<ProcessBatchContext, 'trace'> &
  Followed & { readonly hints: Hints; readonly metrics: IssuingMetrics };

/** Issues a batch, then hints at its records, and at its PDFs unless they are printed on demand. */
export function buildProcessBatch(context: Issuing) {
  return (job: ProcessBatchJob) => followBatch(context, 'process-batch', job, (traced) => issue(traced, job));
}

async function issue(context: Issuing & { readonly trace: Trace }, job: ProcessBatchJob): Promise<object> {
  const { hints, metrics, logger } = context;
  const { organizationId, batchId, invoices, work } = job;
  const stopTimer = metrics.batchSeconds.startTimer();
  const result = await processBatch(context, batchId);
  if (result.kind === 'ended_before') return { ended: 'before' };
  // The reconciler hints at it again when its organization goes on.
  if (result.kind === 'paused') return { paused: true };
  if (result.kind === 'suspended') {
    const next = new Date(Date.now() + pauseWhileSuspended(result.comparedFor));
    logger.warn(
      { organizationId, batchId, next },
      'A batch waits, and is issued by itself when its chains go on: one of them waits for its comparison with AEAT, or is halted since AEAT is ahead of it (npm run engine -- chains)',
    );
    return new Snooze(next, job);
  }
  if (result.kind === 'busy') {
    const pause = pauseWhileBusy(result.workAhead, work) * (1 + Math.random());
    // A try costs as much as a small batch: else those that come again would go before whoever comes new.
    return new Snooze(new Date(Date.now() + pause), job, { work: COST_OF_TRY });
  }
  stopTimer();
  metrics.invoicesIssued.inc(result.issued);
  metrics.invoicesFailed.inc(result.failed);
  const { issued, failed, chains, pdfsOnDemand } = result;
  logger.info({ organizationId, batchId, issued, failed }, 'Batch processed');
  if (issued > 0) {
    await hints.send([
      ...(pdfsOnDemand ? [] : hintRenderings(organizationId, batchId, invoices)),
      ...hintRemissions(organizationId, chains),
    ]);
  }
  return { issued, failed };
}

/** @param workAhead of the batches before it, in ordinary invoices; null where only reading the batch tells that it must wait. @returns ms */
export function pauseWhileBusy(workAhead: number | null, work: number): number {
  if (workAhead === null) return 2 * BUSY_MS.least + work * BUSY_MS_PER_INVOICE.read;
  return Math.min(Math.max(workAhead * BUSY_MS_PER_INVOICE.ahead, BUSY_MS.least), BUSY_MS.most);
}

/** @param comparedFor ms since the comparison is due; null where something else is waited for. */
export function pauseWhileSuspended(comparedFor: number | null): number {
  return Math.min(Math.max(comparedFor ?? SUSPENDED_MS.most, SUSPENDED_MS.least), SUSPENDED_MS.most);
}
