import type { NewJob } from '../platform/jobs/job-queues.ts';
import { buildRemissionJobs } from '../remit/remission-jobs.ts';
import { buildSiiJobs } from '../remit/sii/sii-jobs.ts';
import { buildInvoiceRenderingJob } from '../render/rendering-jobs.ts';
import type { Corrected } from './correction-order.ts';

/**
 * Returns the jobs after a correction: what it added is sent to AEAT, and the PDF of an annulled
 * invoice is rendered again with the annulment.
 */
export function buildCorrectionJobs(corrected: Corrected, invoiceId: number): NewJob[] {
  const { organizationId } = corrected;
  const isAnnulment = corrected.kind === 'anulacion' || corrected.kind === 'baja';
  return [
    ...buildRegisterJobs(corrected),
    ...(isAnnulment ? [buildInvoiceRenderingJob(organizationId, invoiceId)] : []),
  ];
}

function buildRegisterJobs(corrected: Corrected): NewJob[] {
  const { organizationId } = corrected;
  if (corrected.register === 'verifactu') return buildRemissionJobs(organizationId, [corrected]);
  const { chainId } = corrected;
  return chainId === null ? [] : buildSiiJobs({ organizationId, chainId, entries: 1 });
}
