import type { Hint } from '../queue/hints.ts';
import { hintRemissions } from '../remission/remission-hints.ts';
import { hintInvoiceRendering } from '../rendering/rendering-hints.ts';
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
