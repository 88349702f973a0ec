import type { Hint } from '../platform/jobs/hints.ts';
import { hintRemissions } from '../submit/remission-hints.ts';
import { hintInvoiceRendering } from '../render/rendering-hints.ts';
import type { Corrected } from './correct-invoice.ts';

/**
 * Returns the hints after a correction: its record is submitted to AEAT, and the PDF of an annulled invoice
 * is rendered again with the annulment.
 */
export function hintCorrection(
  { kind, organizationId, chainId, pending }: Omit<Corrected, 'sequence' | 'isRepeated'>,
  invoiceId: number,
): Hint[] {
  return [
    ...hintRemissions(organizationId, [{ chainId, pending }]),
    ...(kind === 'anulacion' ? [hintInvoiceRendering(organizationId, invoiceId)] : []),
  ];
}
