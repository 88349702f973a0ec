import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { formatCents, readCents } from '../money/decimals.ts';

/** The totals of a record, as decimal strings in euros. */
export type RegisteredAmounts = {
  /** CuotaTotal: the sum of taxes and surcharges (AEAT 2006). */
  readonly taxTotal: string;
  /**
   * ImporteTotal: the sum of bases, taxes and surcharges (AEAT 2005), or of the prices of
   * operations that are taxed on a margin.
   */
  readonly total: string;
};

/** Returns the totals that the record of an invoice, its QR code and the API state. */
export function registeredAmounts({ totals }: Pick<InvoiceDocument, 'totals'>): RegisteredAmounts {
  const { tax, surcharge, total } = totals.euro ?? totals;
  return {
    taxTotal: surcharge === undefined ? tax : formatCents(readCents(tax) + readCents(surcharge)),
    total,
  };
}
