import type { Hint } from '../platform/jobs/hints.ts';
import { hintRemissions } from '../submit/remission-hints.ts';
import { hintInvoiceRendering } from '../render/rendering-hints.ts';
import type { Corrected } from './correct-invoice.ts';

/** The hints after a correction: its record goes to AEAT, and the page of an annulled invoice says so. */
export function hintCorrection(
  { kind, organizationId, chainId, pending }: Omit<Corrected, 'sequence' | 'isRepeated'>,
  invoiceId: number,
): Hint[] {
  return [
    ...hintRemissions(organizationId, [{ chainId, pending }]),
    ...(kind === 'anulacion' ? [hintInvoiceRendering(organizationId, invoiceId)] : []),
  ];
}
