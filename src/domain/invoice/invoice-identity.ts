import type { InvoiceDocument } from '../../contracts/invoice-document.ts';

/** What AEAT calls IDFactura: it names an invoice everywhere. */
export type InvoiceIdentity = {
  readonly issuerNif: string;
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
};

/** What tells an invoice from others to AEAT (AEAT 3000). */
export function identityOf(
  document: Pick<InvoiceDocument, 'issuer' | 'number' | 'issueDate'>,
): InvoiceIdentity {
  return { issuerNif: document.issuer.nif, number: document.number, issueDate: document.issueDate };
}

/** An identity as one text. NIF and date have a fixed length: no two identities share it. */
export function writeIdentity({ issuerNif, issueDate, number }: InvoiceIdentity): string {
  return `${issuerNif} ${issueDate} ${number}`;
}

const WRITTEN = /^(\S{9}) (\S{10}) (.+)$/;

/** Reads what `writeIdentity` wrote. */
export function readIdentity(text: string): InvoiceIdentity {
  const [, issuerNif = '', issueDate = '', number = ''] = WRITTEN.exec(text) ?? [];
  return { issuerNif, issueDate, number };
}
