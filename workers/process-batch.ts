import type { ProcessBatchJob } from '../src/contracts/jobs.ts';
import { processBatch, type ProcessBatchContext } from '../src/issue/process-batch.ts';
import { buildRemissionJobs } from '../src/remit/remission-jobs.ts';
import { buildSpfeJobs } from '../src/remit/spfe/spfe-jobs.ts';
import { buildSiiJobs } from '../src/remit/sii/sii-jobs.ts';
import { buildRenderingJobs } from '../src/render/rendering-jobs.ts';
import type { JobQueues } from '../src/platform/jobs/job-queues.ts';
import type { IssuingMetrics } from '../src/issue/issuing-metrics.ts';
import type { Trace } from '../src/platform/telemetry/traces/traces.ts';
import { followBatch, type Followed } from './follow-batch.ts';
import { Snooze } from './job-outcomes.ts';

/**
 * Milliseconds until a batch that waits for the comparison of a chain is tried again: as long as
 * the comparison has already taken, within these bounds. After a failover the comparison mostly
 * takes a moment; it lasts while AEAT is unavailable or ahead.
 */
const SUSPENDED_MS = { least: 500, most: 10_000 };
/** The same bounds for a batch that waits for AEAT's census. */
const CENSUS_MS = { least: 250, most: 60_000 };
/**
 * The same bounds for a batch whose chain is locked by other batches. The pause is about as long as
 * the batches ahead take. The next batch then finds the chain free, and few batches far behind try
 * at the same time. A batch pauses longer if each try has to read it.
 */
const BUSY_MS = { least: 50, most: 2000 };
const BUSY_MS_PER_INVOICE = { ahead: 0.15, read: 1 };
/** Cost of a try, in ordinary invoices. */
const COST_OF_TRY = 20;

type Issuing = Omit<ProcessBatchContext, 'trace'> &
  Followed & { readonly jobQueues: JobQueues; readonly metrics: IssuingMetrics };

/**
 * Issues a batch, then enqueues the submission of its records and entries and, unless PDFs are rendered on
 * request, the rendering of its PDFs.
 */
export function buildProcessBatch(context: Issuing) {
  return (job: ProcessBatchJob) => followBatch(context, 'process-batch', job, (traced) => issue(traced, job));
}

async function issue(context: Issuing & { readonly trace: Trace }, job: ProcessBatchJob): Promise<object> {
  const { jobQueues, metrics, logger } = context;
  const { organizationId, batchId, invoices, work } = job;
  const stopTimer = metrics.batchSeconds.startTimer();
  const result = await processBatch(context, batchId);
  if (result.kind === 'ended_before') return { ended: 'before' };
  // The reconciler enqueues the batch again when its organization is resumed.
  if (result.kind === 'paused') return { paused: true };
  if (result.kind === 'suspended') {
    const next = new Date(Date.now() + pauseWhileSuspended(result.comparedFor));
    logger.warn(
      { organizationId, batchId, next },
      'A batch waits because one of its chains waits for its comparison with AEAT or is halted after it; the batch is issued when the chain continues (npm run engine -- chains)',
    );
    return new Snooze(next, job);
  }
  if (result.kind === 'asks_census') {
    // A job for questions that came after its last look is enqueued by the next try.
    await jobQueues.send([{ name: 'ask-census', payload: { organizationId }, work: 1 }]);
    const next = new Date(Date.now() + pauseWhileAsking(result.waitedMs));
    if (result.waitedMs > CENSUS_MS.most)
      logger.info({ organizationId, batchId, next }, "A batch waits for AEAT's census");
    return new Snooze(next, job, { work: COST_OF_TRY });
  }
  if (result.kind === 'busy') {
    const pause = pauseWhileBusy(result.workAhead, work) * (1 + Math.random());
    // A try costs as much as a small batch. Without this cost, retried batches would precede new
    // ones.
    return new Snooze(new Date(Date.now() + pause), job, { work: COST_OF_TRY });
  }
  stopTimer();
  metrics.invoicesIssued.inc(result.issued);
  metrics.invoicesFailed.inc(result.failed);
  const { issued, failed, chains, sii, spfe, pdfsOnDemand } = result;
  logger.info({ organizationId, batchId, issued, failed }, 'Batch processed');
  if (issued > 0) {
    await jobQueues.send([
      ...(pdfsOnDemand ? [] : buildRenderingJobs(organizationId, batchId, invoices)),
      ...buildRemissionJobs(organizationId, chains),
      ...sii.flatMap((issuer) => buildSiiJobs({ organizationId, ...issuer })),
      ...spfe.flatMap((issuer) => buildSpfeJobs({ organizationId, ...issuer })),
    ]);
  }
  return { issued, failed };
}

/**
 * Returns the pause in milliseconds before a batch with a locked chain is tried again.
 * @param workAhead work of the batches ahead, in ordinary invoices; null if only reading the batch
 *   shows that it must wait.
 */
export function pauseWhileBusy(workAhead: number | null, work: number): number {
  if (workAhead === null) return 2 * BUSY_MS.least + work * BUSY_MS_PER_INVOICE.read;
  return Math.min(Math.max(workAhead * BUSY_MS_PER_INVOICE.ahead, BUSY_MS.least), BUSY_MS.most);
}

/**
 * Returns the pause in milliseconds before a batch that waits for AEAT's census is tried again: as
 * long as it has waited, within bounds.
 */
function pauseWhileAsking(waitedMs: number): number {
  return Math.min(Math.max(waitedMs, CENSUS_MS.least), CENSUS_MS.most);
}

/**
 * Returns the pause in milliseconds before a batch with a suspended chain is tried again.
 * @param comparedFor milliseconds since the comparison became due; null if the batch waits for
 *   something else.
 */
export function pauseWhileSuspended(comparedFor: number | null): number {
  return Math.min(Math.max(comparedFor ?? SUSPENDED_MS.most, SUSPENDED_MS.least), SUSPENDED_MS.most);
}
