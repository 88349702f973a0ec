import type { Preparation, PreparedInvoice } from './prepare-invoice.ts';

/**
 * Completes an invoice with the identity of the one that it corrects or replaces.
 * @param found the issued invoice of that id in the organization; null when there is none.
 */
export function resolveRectified(
  prepared: PreparedInvoice,
  found: {
    readonly issuerNif: string;
    readonly number: string;
    readonly issueDate: string;
    readonly isAnnulled: boolean;
  } | null,
): Preparation {
  if (prepared.rectifiedInvoiceId === null) return { ok: true, invoice: prepared };
  if (found === null) return { ok: false, messages: ['Rectified invoice does not exist'] };
  if (found.issuerNif !== prepared.document.issuer.nif) {
    return { ok: false, messages: ['Rectified invoice belongs to another issuer'] };
  }
  if (found.isAnnulled) return { ok: false, messages: ['Rectified invoice is annulled'] };
  const rectified = { number: found.number, issueDate: found.issueDate };
  return { ok: true, invoice: { ...prepared, document: { ...prepared.document, rectified } } };
}
