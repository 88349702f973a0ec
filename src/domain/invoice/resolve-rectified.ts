import type { FindingCode, InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceIdentity } from './invoice-identity.ts';
import { buildFinding, type Finding } from '../reading/findings.ts';
import type { Preparation, PreparedInvoice } from './prepare-invoice.ts';

const WITH_RECIPIENT = ['F1', 'F3', 'R1', 'R2', 'R3', 'R4'] as const;
/**
 * What each type may correct or replace (RD 1619/2012, arts. 7.2 and 15; AEAT's list L2): a simplified invoice is corrected by an R5 or
 * replaced by an F3, one with a recipient is corrected by R1 to R4, and a correction can be corrected by its like.
 */
const RECTIFIABLE: Readonly<Record<InvoiceType, readonly InvoiceType[]>> = {
  F1: [],
  F2: [],
  F3: ['F2'],
  R1: WITH_RECIPIENT,
  R2: WITH_RECIPIENT,
  R3: WITH_RECIPIENT,
  R4: WITH_RECIPIENT,
  R5: ['F2', 'R5'],
};

/** An issued invoice that another one names. */
export type Rectifiable = InvoiceIdentity & { readonly type: InvoiceType; readonly isAnnulled: boolean };

/** What an invoice that corrects or replaces another one is itself. */
export type Rectifying = Pick<InvoiceIdentity, 'issuerNif' | 'issueDate'> & { readonly type: InvoiceType };

/**
 * Finds what is wrong with the one that an invoice corrects or replaces.
 * @param found the issued invoice of that id in the organization; null when there is none.
 */
export function findRectifiedProblems(own: Rectifying, found: Rectifiable | null): Finding[] {
  if (found === null) return [build('not_found', 'does not exist')];
  if (found.issuerNif !== own.issuerNif) return [build('not_allowed', 'belongs to another issuer')];
  if (found.isAnnulled) return [build('not_allowed', 'is annulled')];
  const allowed = RECTIFIABLE[own.type];
  const findings: Finding[] = [];
  if (!allowed.includes(found.type)) {
    const verb = own.type === 'F3' ? 'replaces' : 'rectifies';
    findings.push(
      build('not_allowed', `is of type ${found.type}: ${own.type} ${verb} ${allowed.join(', ')}`),
    );
  }
  if (own.issueDate < found.issueDate) {
    const says = `is dated ${found.issueDate}, after the issue date of this one, ${own.issueDate}`;
    findings.push(build('out_of_range', says));
  }
  return findings;
}

/** Completes an invoice with the identity of the one that it corrects or replaces, as `findRectifiedProblems` finds it. */
export function resolveRectified(prepared: PreparedInvoice, found: Rectifiable | null): Preparation {
  if (prepared.rectifiedInvoiceId === null) return { kind: 'prepared', invoice: prepared };
  const { document } = prepared;
  const { type, issueDate, issuer } = document;
  const findings = findRectifiedProblems({ type, issueDate, issuerNif: issuer.nif }, found);
  if (found === null || findings.length > 0) return { kind: 'refused', findings };
  const rectified = { number: found.number, issueDate: found.issueDate };
  return { kind: 'prepared', invoice: { ...prepared, document: { ...document, rectified } } };
}

function build(code: FindingCode, says: string): Finding {
  return buildFinding('rectified_invoice_id', code, says);
}
