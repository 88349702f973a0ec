import { formatInstant } from '../../contracts/instant.ts';
import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import type { Act } from '../../contracts/acts.ts';
import {
  findLackingPdf,
  findRetriableBatch,
  type LackingPdf,
  type RetriableBatch,
} from '../../operate/statements/retriable.ts';
import type { NewJob } from '../../platform/jobs/job-queues.ts';
import { readJobStatus } from '../../platform/jobs/job-status.ts';
import { wakeJobs, type Woken } from '../../platform/jobs/wake-jobs.ts';
import {
  buildInvoiceRenderingJob,
  buildLongRenderingJob,
  buildRenderingJob,
  buildSlowRenderingJob,
  INVOICES_PER_RENDERING,
} from '../../render/rendering-jobs.ts';
import { withinTime } from '../../platform/telemetry/within-time.ts';
import { countOf } from '../../monitor/finding.ts';
import {
  type ActContext,
  type ActOrder,
  type Became,
  before,
  markOf,
  offerAct,
  type OfferedAct,
  type Sight,
} from './offered-act.ts';

/* Retries work at once that waits for its next attempt or was given up for a while. */

const PATIENCE_MS = 3000;
const NOTHING_TWICE = 'Issued invoices and rendered PDFs do not change, and nothing is done twice.';

/**
 * Jobs to send and jobs to wake. The jobs of long and slow invoices are only woken where they
 * sleep, because only the worker that reads an invoice knows whether it is long.
 */
type Wanted = { readonly sent: readonly NewJob[]; readonly woken: readonly NewJob[] };

/**
 * Returns the act that enqueues and wakes the jobs of a batch: its processing, or the rendering of
 * its missing PDFs if it is issued. The id is that of the batch. It is refused if nothing is left
 * to do or while the organization is paused.
 */
export function offerBatchRetry(context: ActContext): OfferedAct {
  return offerAct(
    async (id) => {
      const batch = await findRetriableBatch(context.pool, id, INVOICES_PER_RENDERING);
      if (batch === null) return null;
      const wanted = listBatchJobs(batch);
      return { sight: seeBatch(batch, await explainWait(context, wanted)), seen: { batch, wanted } };
    },
    ({ batch, wanted }, order) => {
      const { organizationId, id: subjectId } = batch;
      return retry(context, order, { act: 'batch.retry', organizationId, subjectId }, wanted);
    },
  );
}

function listBatchJobs(batch: RetriableBatch): Wanted {
  const { id: batchId, organizationId, invoices, work, isProcessed, pdfsOnDemand, chunks, positions } = batch;
  if (!isProcessed) {
    const payload = { organizationId, batchId, invoices, work };
    return { sent: [{ name: 'process-batch', payload, work }], woken: [] };
  }
  const of = { organizationId, batchId, invoices };
  return {
    sent: chunks.map((chunk) => buildRenderingJob(of, chunk, pdfsOnDemand)),
    woken: positions.flatMap((position) => listApart({ ...of, isAsked: pdfsOnDemand }, position)),
  };
}

function seeBatch(batch: RetriableBatch, wait: string | null): Sight {
  const { id, organizationId, invoices, receivedAt, isProcessed, isRendered, pausedAt, missing } = batch;
  const received = formatInstant(receivedAt);
  const isOver = isProcessed && (isRendered || missing === 0);
  const stands = isProcessed
    ? `It is issued. ${countOf(missing, 'issued invoice')} of it ${missing === 1 ? 'lacks its PDF' : 'lack their PDFs'}.`
    : 'It is not issued yet.';
  return {
    title: `Retry batch ${id}`,
    stands: [
      `Batch ${id} of organization ${organizationId}: ${countOf(invoices, 'invoice')}, received ${received}.`,
      stands,
      ...(wait === null ? [] : [wait]),
    ],
    will: isProcessed
      ? 'Workers render the missing PDFs at the next opportunity instead of waiting for the next scheduled attempt.'
      : 'A worker processes the batch at the next opportunity instead of waiting for the next scheduled attempt.',
    cannot: `${NOTHING_TWICE} A cause that still exists (a paused queue, a waiting chain, a defect) delays the batch again.`,
    refusal: isOver
      ? 'There is nothing to do: the batch is issued and has all its PDFs.'
      : pausedAt === null
        ? null
        : `Organization ${organizationId} is paused. Resume it first: npm run engine -- org resume ${organizationId}`,
    command: null,
    choice: null,
    mark: markOf('batch', isProcessed, isOver, pausedAt),
  };
}

/**
 * Returns the act that enqueues and wakes the rendering of the PDF that an issued invoice lacks,
 * even in render backoff. The id is that of the invoice.
 */
export function offerPdfRetry(context: ActContext): OfferedAct {
  return offerAct(
    async (id) => {
      const pdf = await findLackingPdf(context.pool, id);
      if (pdf === null) return null;
      const wanted = listPdfJobs(pdf);
      return { sight: seePdf(pdf, await explainWait(context, wanted)), seen: { pdf, wanted } };
    },
    ({ pdf, wanted }, order) => {
      const { organizationId, id: subjectId, number } = pdf;
      const act: Act = { act: 'pdf.retry', organizationId, subjectId, details: { number } };
      return retry(context, order, act, wanted);
    },
  );
}

function listPdfJobs({ id, organizationId }: LackingPdf): Wanted {
  const { batchId, position } = readBatchInvoiceId(id);
  const asked = buildInvoiceRenderingJob(organizationId, id, true);
  return { sent: [asked], woken: listApart({ organizationId, batchId, isAsked: true }, position) };
}

type Batch = Parameters<typeof buildLongRenderingJob>[0];

function listApart(batch: Batch, position: number): NewJob[] {
  return [
    buildLongRenderingJob(batch, position),
    buildSlowRenderingJob({ ...batch, isOrdered: true }, position),
  ];
}

function seePdf(
  { id, organizationId, number, isAnnulled, isLacking }: LackingPdf,
  wait: string | null,
): Sight {
  const which = isAnnulled ? 'the PDF that shows its annulment' : 'its PDF';
  return {
    title: `Render the PDF of invoice ${id} again`,
    stands: [
      `Invoice ${id}, number ${number}, of organization ${organizationId} ${isLacking ? 'lacks' : 'has'} ${which}.`,
      ...(wait === null ? [] : [wait]),
    ],
    will: 'A worker renders the PDF at the next opportunity, even if it is in render backoff because it took too long.',
    cannot: `${NOTHING_TWICE} If rendering takes too long again, the next backoff is four times as long.`,
    refusal: isLacking ? null : 'There is nothing to do: the invoice has its PDF.',
    command: null,
    choice: null,
    mark: markOf('pdf', isAnnulled, isLacking),
  };
}

/**
 * Returns why the work waits or has failed, as recorded by workers, or null if nothing is recorded
 * or Redis does not answer.
 */
async function explainWait({ jobQueues }: ActContext, { sent, woken }: Wanted): Promise<string | null> {
  try {
    const { wait, failure } = await withinTime(
      readJobStatus(jobQueues, [...sent, ...woken].slice(0, 10)),
      PATIENCE_MS,
    );
    if (failure !== null)
      return `The last attempt of a worker failed (${formatInstant(failure.at)}): ${failure.text}`;
    return wait === null ? null : `It waits (${formatInstant(wait.at)}): ${wait.text}`;
  } catch {
    return null;
  }
}

/**
 * The act is recorded before it is carried out and becomes visible after it took effect. An act
 * that cannot be recorded is not carried out.
 */
async function retry(
  { begin, jobQueues }: ActContext,
  order: ActOrder,
  act: Act,
  { sent, woken }: Wanted,
): Promise<Became> {
  const pending = await before(begin(order, act));
  let found: (Woken | null)[];
  try {
    const both = Promise.all([wakeJobs(jobQueues, sent), wakeJobs(jobQueues, woken, false)]);
    found = (await withinTime(both, PATIENCE_MS)).flat();
  } catch (error) {
    await pending.keepUnknown();
    throw error;
  }
  await pending.keep();
  return { kind: 'done', told: describeFound(found) };
}

function describeFound(found: readonly (Woken | null)[]): string {
  const many = (outcome: Woken) => found.filter((each) => each === outcome).length;
  const parts = [
    [many('sent'), 'enqueued'],
    [many('woken'), 'woken'],
    [many('waits'), 'already waiting or running'],
  ] as const;
  const told = parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${countOf(count, 'job')} ${what}`);
  return `${told.join('; ')}. The operations page shows the progress.`;
}
