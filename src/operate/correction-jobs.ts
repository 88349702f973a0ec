import type { NewJob } from '../platform/jobs/job-queues.ts';
import { buildRemissionJobs } from '../submit/remission-jobs.ts';
import { buildInvoiceRenderingJob } from '../render/rendering-jobs.ts';
import type { Corrected } from './correct-invoice.ts';

/**
 * Returns the jobs after a correction: its record is submitted to AEAT, and the PDF of an annulled invoice
 * is rendered again with the annulment.
 */
export function buildCorrectionJobs(
  { kind, organizationId, chainId, pending }: Omit<Corrected, 'sequence' | 'isRepeated'>,
  invoiceId: number,
): NewJob[] {
  return [
    ...buildRemissionJobs(organizationId, [{ chainId, pending }]),
    ...(kind === 'anulacion' ? [buildInvoiceRenderingJob(organizationId, invoiceId)] : []),
  ];
}
