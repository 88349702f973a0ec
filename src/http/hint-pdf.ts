import { readBatchInvoiceId } from '../contracts/batch-invoice-id.ts';
import type { Hint } from '../queue/hints.ts';

/** The hint that makes the PDF of an issued invoice for somebody who asks for it: the one that it lacks, or anew a damaged one. */
export function hintPdf(organizationId: number, issuedInvoiceId: number): Hint {
  const { batchId, position } = readBatchInvoiceId(issuedInvoiceId);
  const payload = { organizationId, batchId, from: position, to: position, isAsked: true };
  return { name: 'render-pdfs', payload, urgent: true };
}
