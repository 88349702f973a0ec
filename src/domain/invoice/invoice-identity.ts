import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { InvoiceIdentity } from '../verifactu/answer.ts';

/** What tells invoices apart to AEAT (AEAT 3000). */
export function identityOf(document: InvoiceDocument): InvoiceIdentity {
  return { issuerNif: document.issuer.nif, number: document.number, issueDate: document.issueDate };
}
