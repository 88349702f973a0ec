import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { buildFinding, type Finding } from '../reading/findings.ts';
import { DUPLICATE } from '../verifactu/answer-codes.ts';

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

/** An issued invoice that has a number. */
export type NumberOwner = {
  readonly id: number;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
};

/**
 * Builds the finding of an invoice whose number another invoice of its issuer has in the same calendar year (RD 1619/2012, art. 6.1.a).
 * @param user which invoice has the number, in words.
 * @param isSameIdentity whether that one has the same issue date, too: AEAT refuses such a record (3000), and takes one of another date.
 */
function refuseUsedNumber(user: string, isSameIdentity: boolean): Finding {
  const says = `is already used by ${user}: use a number that the issuer has not used in the same calendar year`;
  return buildFinding('number_serie', 'duplicate', says, isSameIdentity ? DUPLICATE : null);
}

/** Builds the finding of an invoice whose number an issued invoice has. @param issueDate of the invoice that is refused, `YYYY-MM-DD`. */
export function refuseTakenNumber(owner: NumberOwner, issueDate: string): Finding {
  return refuseUsedNumber(
    `issued invoice ${owner.id}, dated ${owner.issueDate}`,
    owner.issueDate === issueDate,
  );
}

/**
 * Finds invoices with the number of an earlier one of their issuer in the same calendar year.
 * @param identities of the batch as texts, in the order of the request, null where an invoice is not valid.
 * @returns a finding per index; of several alike the first is the one that keeps its number.
 */
export function findBatchDuplicates(identities: readonly (string | null)[]): Map<number, Finding> {
  const duplicates = new Map<number, Finding>();
  const firsts = new Map<string, number>();
  for (const [index, identity] of identities.entries()) {
    if (identity === null) continue;
    const key = numberKeyOf(identity);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    else
      duplicates.set(
        index,
        refuseUsedNumber(`invoices[${first}] of this batch`, identities[first] === identity),
      );
  }
  return duplicates;
}
