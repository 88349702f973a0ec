import { readBatchInvoiceId } from '../contracts/batch-invoice-id.ts';
import { INVOICES_PER_RENDER_BATCH } from '../contracts/jobs.ts';
import type { Hint } from '../platform/jobs/hints.ts';

/** The hint that makes the PDF of an issued invoice for somebody who asks for it: the one that it lacks, or anew a damaged one. */
export function hintPdf(organizationId: number, issuedInvoiceId: number): Hint {
  const { batchId, position } = readBatchInvoiceId(issuedInvoiceId);
  const payload = { organizationId, batchId, from: position, to: position, isAsked: true };
  return { name: 'render-pdfs', payload, urgent: true };
}

/** The hints that make PDFs of a batch for somebody who asks for its archive: a render batch each of those that lie beside each other. @param missing in order. */
export function hintMissingPdfs(organizationId: number, batchId: number, missing: readonly number[]): Hint[] {
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
