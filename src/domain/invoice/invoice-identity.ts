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

/**
 * What an invoice number is unique in: within the organization, for its issuer and the calendar year of its issue date (RD 1619/2012, art. 6.1.a).
 * @param identity as `writeIdentity` wrote it.
 * @returns the same text for two invoices that cannot both have their number.
 */
export function numberKeyOf(identity: string): string {
  return identity.slice(0, YEAR_END) + identity.slice(DATE_END);
}

/** NIF, blank, year; NIF, blank, date. */
const YEAR_END = 9 + 1 + 4;
const DATE_END = 9 + 1 + 10;

const WRITTEN = /^(\S{9}) (\S{10}) (.+)$/;

/** Reads what `writeIdentity` wrote. */
export function readIdentity(text: string): InvoiceIdentity {
  const [, issuerNif = '', issueDate = '', number = ''] = WRITTEN.exec(text) ?? [];
  return { issuerNif, issueDate, number };
}
