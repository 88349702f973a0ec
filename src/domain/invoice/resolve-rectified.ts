import type { FindingCode, InvoiceType } from '../../contracts/codes.ts';
import { buildFinding, type Finding } from '../reading/findings.ts';
import { vatRatesOn } from '../tax/read-tax-rate.ts';
import type { InvoiceIdentity } from './invoice-identity.ts';
import type { Preparation, PreparedInvoice } from './prepare-invoice.ts';
import { type Rectifying, rectifyingOf } from './rectifying.ts';

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
export type Rectifiable = InvoiceIdentity & {
  readonly type: InvoiceType;
  /** When its operation took place, `YYYY-MM-DD`: its issue date where it names no other day. */
  readonly operationDate: string;
  readonly isAnnulled: boolean;
  /** Of an R5, the id of the F2 that it leads to, through other R5 where it corrects one of those; else its own id. */
  readonly originalId: number;
  /** Id of the F3 that replaces the invoice with `originalId` and is not annulled; null when there is none. */
  readonly replacedBy: number | null;
};

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
    const remedy =
      own.type === 'F3' && found.type === 'R5'
        ? '; replace the F2 that it rectifies, with the amounts as they are after it'
        : '';
    findings.push(
      build('not_allowed', `is of type ${found.type}: ${own.type} ${verb} ${allowed.join(', ')}${remedy}`),
    );
  }
  if (own.issueDate < found.issueDate) {
    const says = `is dated ${found.issueDate}, after the issue date of this one, ${own.issueDate}`;
    findings.push(build('out_of_range', says));
  }
  const replaced =
    found.replacedBy === null ? null : refuseReplaced(own.type, `issued invoice ${found.replacedBy}`);
  if (replaced !== null) findings.push(replaced);
  return [...findings, ...findRateProblems(own, found)];
}

/**
 * Says what is wrong with an invoice of this type whose simplified invoice an F3 has replaced. The F3 takes its place, which happens once, and from then on the F3 is what can be corrected
 * (RD 1619/2012, arts. 7.2 and 15).
 * @param by what replaces it, in words.
 * @returns null for types that neither replace nor correct a simplified invoice.
 */
export function refuseReplaced(type: InvoiceType, by: string): Finding | null {
  if (type === 'F3') {
    const says = `is already replaced by ${by}: a simplified invoice is replaced once, correct what replaces it with R1 to R4`;
    return build('not_allowed', says);
  }
  if (type !== 'R5') return null;
  const says = `is replaced by ${by}: a simplified invoice is corrected no more after that, rectify the F3 by R1 to R4`;
  return build('not_allowed', says);
}

/** A rectification keeps the rates of the rectified operation (LIVA art. 90.Dos). What no day has, `checkInvoice` refuses: 2 and 7.5 are left (AEAT 1236, 1235). */
function findRateProblems(own: Rectifying, found: Rectifiable): Finding[] {
  const day = operationDateOf(own, found) ?? own.issueDate;
  const rates = vatRatesOn(day);
  const wrong = own.vatRates.filter((rate) => !rates.includes(Number(rate)));
  if (wrong.length === 0) return [];
  const says = `is of an operation of ${day}, when the IVA had the rates ${rates.join(', ')}: ${wrong.join(', ')} can't be charged`;
  return [build('not_allowed', says, wrong.includes('2') ? 1236 : 1235)];
}

/** FechaOperacion of an invoice that corrects or replaces another one: the day of that one's operation, where the rates of IVA have changed since. */
function operationDateOf(own: Rectifying, found: Rectifiable): string | null {
  if (own.operationDate !== null) return own.operationDate;
  return vatRatesOn(found.operationDate) === vatRatesOn(own.issueDate) ? null : found.operationDate;
}

/**
 * Completes an invoice with the identity of the one that it corrects or replaces, and with the day of that one's operation where its rates count, as
 * `findRectifiedProblems` finds it.
 */
export function resolveRectified(prepared: PreparedInvoice, found: Rectifiable | null): Preparation {
  if (prepared.rectifiedInvoiceId === null) return { kind: 'prepared', invoice: prepared };
  const { document } = prepared;
  const own = rectifyingOf(document);
  const findings = findRectifiedProblems(own, found);
  if (found === null || findings.length > 0) return { kind: 'refused', findings };
  const rectified = { number: found.number, issueDate: found.issueDate };
  const operationDate = operationDateOf(own, found);
  return { kind: 'prepared', invoice: { ...prepared, document: { ...document, operationDate, rectified } } };
}

function build(code: FindingCode, says: string, aeatCode?: number): Finding {
  return buildFinding('rectified_invoice_id', code, says, aeatCode);
}
