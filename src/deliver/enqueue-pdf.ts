import { readBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import { INVOICES_PER_RENDER_BATCH } from '../contracts/jobs.ts';
import type { NewJob } from '../platform/jobs/job-queues.ts';

/**
 * Returns the job to render the PDF of an issued invoice on request: a missing PDF, or a damaged
 * one again.
 */
export function buildPdfJob(organizationId: number, issuedInvoiceId: number): NewJob {
  const { batchId, position } = readBatchInvoiceId(issuedInvoiceId);
  const payload = { organizationId, batchId, from: position, to: position, isAsked: true };
  return { name: 'render-pdfs', payload, urgent: true };
}

/**
 * Returns the jobs to render the missing PDFs of a batch when its ZIP is requested: one job per
 * render batch.
 * @param missing ids in ascending order.
 */
export function buildMissingPdfJobs(
  organizationId: number,
  batchId: number,
  missing: readonly number[],
): NewJob[] {
  const chunks = Map.groupBy(
    missing.map((id) => readBatchInvoiceId(id).position),
    (position) => Math.floor(position / INVOICES_PER_RENDER_BATCH),
  );
  return [...chunks.values()].map((positions) => {
    const [from, to] = [positions[0]!, positions.at(-1)!];
    const payload = { organizationId, batchId, from, to, isAsked: true };
    return { name: 'render-pdfs', payload, work: positions.length };
  });
}
