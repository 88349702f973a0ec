import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { buildFinding, type Finding } from '../reading/findings.ts';
import { isPlaceholder } from '../series/series-rules.ts';
import { DUPLICATE } from 'verifactu-protocol/remission/answer-codes';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** Returns the identity by which AEAT distinguishes invoices (AEAT 3000). */
export function identityOf(
  document: Pick<InvoiceDocument, 'issuer' | 'number' | 'issueDate'>,
): InvoiceIdentity {
  return { issuerNif: document.issuer.nif, number: document.number, issueDate: document.issueDate };
}

/** Writes an identity as one text. The text is unique, because NIF and date have a fixed length. */
export function writeIdentity({ issuerNif, issueDate, number }: InvoiceIdentity): string {
  return `${issuerNif} ${issueDate} ${number}`;
}

/**
 * Returns the key by which an invoice number must be unique in an organization: issuer, calendar
 * year of the issue date, and number (RD 1619/2012, art. 6.1.a).
 * @param identity a text that `writeIdentity` wrote.
 * @returns the same key for two invoices that must not both exist.
 */
export function numberKeyOf(identity: string): string {
  return identity.slice(0, YEAR_END) + identity.slice(DATE_END);
}

/** Lengths of `NIF year` and `NIF date` in a written identity. */
const YEAR_END = 9 + 1 + 4;
const DATE_END = 9 + 1 + 10;

const WRITTEN = /^(\S{9}) (\S{10}) (.+)$/;

/** Reads an identity that `writeIdentity` wrote. */
export function readIdentity(text: string): InvoiceIdentity {
  const [, issuerNif = '', issueDate = '', number = ''] = WRITTEN.exec(text) ?? [];
  return { issuerNif, issueDate, number };
}

/** An issued invoice that has a number. */
export type NumberOwner = {
  readonly id: number;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
};

/**
 * Builds the finding for an invoice whose number another invoice of its issuer has in the same
 * calendar year (RD 1619/2012, art. 6.1.a).
 * @param user describes the other invoice.
 * @param isSameIdentity whether the other invoice also has the same issue date. AEAT refuses such a
 *   record (3000), but accepts another date.
 */
function refuseUsedNumber(user: Text, isSameIdentity: boolean): Finding {
  const says = formatMessage('number_taken', { user });
  return buildFinding('number_serie', 'duplicate', says, isSameIdentity ? DUPLICATE : null);
}

/**
 * Builds the finding for an invoice whose number an issued invoice has.
 * @param issueDate issue date of the refused invoice, `YYYY-MM-DD`.
 */
export function refuseTakenNumber(owner: NumberOwner, issueDate: string): Finding {
  return refuseUsedNumber(
    formatMessage('issued_invoice_of', { id: owner.id, date: owner.issueDate }),
    owner.issueDate === issueDate,
  );
}

/**
 * Finds invoices with the number of an earlier one of their issuer in the same calendar year.
 * @param identities identities of the batch as texts, in the order of the request; null for an
 *   invalid invoice.
 * Invoices whose series gives their numbers have none yet.
 * @returns a finding by index. The first invoice with a number keeps it and has no finding.
 */
export function findBatchDuplicates(identities: readonly (string | null)[]): Map<number, Finding> {
  const duplicates = new Map<number, Finding>();
  const firsts = new Map<string, number>();
  for (const [index, identity] of identities.entries()) {
    if (identity === null || isPlaceholder(readIdentity(identity).number)) continue;
    const key = numberKeyOf(identity);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    else
      duplicates.set(
        index,
        refuseUsedNumber(formatMessage('invoice_of_batch', { index: first }), identities[first] === identity),
      );
  }
  return duplicates;
}
