import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';

/**
 * Returns a key for maps of the unique code of an invoice (art. 6 of Orden HAC/1028/2026). The code is
 * its three parts: two keys are equal only if each part is.
 */
export function keyOf({ issuerNif, issueDate, number }: InvoiceIdentity): string {
  return JSON.stringify([issuerNif, issueDate, number]);
}
