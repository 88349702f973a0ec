import { readBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import { INVOICES_PER_RENDER_BATCH, type RenderLongPdfJob } from '../contracts/jobs.ts';
import type { NewJob } from '../platform/jobs/job-queues.ts';
import { LONG_RENDER_LIMIT_MS, SLOW_RENDER_LIMIT_MS } from './browser-pools.ts';

/** Number of invoices that one job renders. */
export const INVOICES_PER_RENDERING = INVOICES_PER_RENDER_BATCH;

/** Builds the jobs that render a whole batch. */
export function buildRenderingJobs(organizationId: number, batchId: number, invoices: number): NewJob[] {
  const chunks = Math.ceil(invoices / INVOICES_PER_RENDER_BATCH);
  return Array.from({ length: chunks }, (_, chunk) =>
    buildRenderingJob({ organizationId, batchId, invoices }, chunk),
  );
}

/**
 * Builds the job that renders one invoice.
 * @param isAsked whether a client requested the PDF.
 */
export function buildInvoiceRenderingJob(
  organizationId: number,
  issuedInvoiceId: number,
  isAsked = false,
): NewJob {
  const { batchId, position } = readBatchInvoiceId(issuedInvoiceId);
  const payload = { organizationId, batchId, from: position, to: position, ...(isAsked && { isAsked }) };
  return { name: 'render-pdfs', payload, work: 1 };
}

/**
 * Builds the job that renders one chunk of a batch.
 * @param isAsked whether a client requested the PDFs.
 */
export function buildRenderingJob(
  batch: { readonly organizationId: number; readonly batchId: number; readonly invoices: number },
  chunk: number,
  isAsked = false,
): NewJob {
  const { organizationId, batchId, invoices } = batch;
  const from = chunk * INVOICES_PER_RENDER_BATCH;
  const to = Math.min(from + INVOICES_PER_RENDER_BATCH, invoices) - 1;
  const payload = { organizationId, batchId, from, to, ...(isAsked && { isAsked }) };
  return { name: 'render-pdfs', payload, work: to - from + 1 };
}

type Batch = {
  readonly organizationId: number;
  readonly batchId: number;
  readonly isAsked?: boolean | undefined;
  readonly isOrdered?: boolean | undefined;
};

/*
 * These browsers render one invoice at a time, and the due time of a job determines its turn. If
 * the estimated duration of an organization's jobs were too low, ever more of them would be due and
 * delay the jobs of others. Each job is therefore estimated at its maximum duration. This makes no
 * difference when no other organization waits.
 */

/** Time to restart a browser on a busy machine, as after each aborted render batch. */
const RESTART_SECONDS = 5;

/**
 * Builds the job that renders one long invoice. The invoice is rendered or handed over within the
 * time limit.
 */
export function buildLongRenderingJob(batch: Batch, position: number): NewJob {
  const payload = describeOne(batch, position);
  return { name: 'render-long-pdf', payload, work: LONG_RENDER_LIMIT_MS / 1000 + RESTART_SECONDS };
}

/** Builds the job that renders one invoice whose render batch is too slow for the long browser. */
export function buildSlowRenderingJob(batch: Batch, position: number): NewJob {
  const payload = describeOne(batch, position);
  return { name: 'render-slow-pdf', payload, work: SLOW_RENDER_LIMIT_MS / 1000 };
}

function describeOne(batch: Batch, position: number): RenderLongPdfJob {
  const { organizationId, batchId, isAsked, isOrdered } = batch;
  return { organizationId, batchId, position, ...(isAsked && { isAsked }), ...(isOrdered && { isOrdered }) };
}
