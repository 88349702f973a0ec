import type { FindingCode, InvoiceType } from '../../contracts/codes.ts';
import { buildFinding, type Finding } from '../reading/findings.ts';
import { codeOfRate, vatRatesOn } from '../tax/read-tax-rate.ts';
import type { InvoiceIdentity } from './invoice-identity.ts';
import type { Preparation, PreparedInvoice } from './prepare-invoice.ts';
import { type Rectifying, rectifyingOf } from './rectifying.ts';

const WITH_RECIPIENT = ['F1', 'F3', 'R1', 'R2', 'R3', 'R4'] as const;
/**
 * Types that each type may correct or replace (RD 1619/2012, arts. 7.2 and 15; AEAT's list L2). An R5 corrects a simplified invoice and
 * an F3 replaces it. R1 to R4 correct an invoice with a recipient. A correction is corrected by the same kinds of correction.
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

/** An issued invoice that another invoice corrects or replaces. */
export type Rectifiable = InvoiceIdentity & {
  readonly type: InvoiceType;
  /** Date of its operation, `YYYY-MM-DD`: its issue date unless it states another day. */
  readonly operationDate: string;
  readonly isAnnulled: boolean;
  /** For an R5, the id of the F2 that it corrects, directly or through other R5; otherwise its own id. */
  readonly originalId: number;
  /** Id of the F3 that replaces the invoice with `originalId` and is not annulled; null if there is none. */
  readonly replacedBy: number | null;
};

/**
 * Finds the faults in an invoice's reference to the invoice that it corrects or replaces.
 * @param found the issued invoice of that id in the organization; null if there is none.
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
        ? '; replace the F2 that it rectifies instead, with the amounts after the rectification'
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
 * Builds the finding for an invoice of this type whose simplified invoice an F3 has already replaced. A simplified invoice can be
 * replaced once; afterwards only the F3 can be corrected (RD 1619/2012, arts. 7.2 and 15).
 * @param by describes the replacing invoice.
 * @returns null for types that neither replace nor correct a simplified invoice.
 */
export function refuseReplaced(type: InvoiceType, by: string): Finding | null {
  if (type === 'F3') {
    const says = `is already replaced by ${by}: a simplified invoice can be replaced only once; rectify the F3 with R1 to R4`;
    return build('not_allowed', says);
  }
  if (type !== 'R5') return null;
  const says = `is replaced by ${by}: a replaced simplified invoice can no longer be corrected; rectify the F3 with R1 to R4`;
  return build('not_allowed', says);
}

/**
 * Finds rates that did not exist on the day of the rectified operation, whose rates a rectification keeps (LIVA art. 90.Dos).
 * `checkInvoice` refuses rates that never existed, so only 2 and 7.5 can fail here (AEAT 1236, 1235).
 */
function findRateProblems(own: Rectifying, found: Rectifiable): Finding[] {
  const day = operationDateOf(own, found) ?? own.issueDate;
  const rates = vatRatesOn(day);
  const wrong = own.vatRates.filter((rate) => !rates.includes(Number(rate)));
  if (wrong.length === 0) return [];
  const says = `has the operation date ${day}, on which the rates of IVA were ${rates.join(', ')}: ${wrong.join(', ')} can't be charged`;
  return [build('not_allowed', says, codeOfRate(wrong.includes('2') ? '2' : wrong[0]!))];
}

/** Returns the FechaOperacion of a correcting or replacing invoice: its own, or the original's operation date if the rates of IVA have changed since. */
function operationDateOf(own: Rectifying, found: Rectifiable): string | null {
  if (own.operationDate !== null) return own.operationDate;
  return vatRatesOn(found.operationDate) === vatRatesOn(own.issueDate) ? null : found.operationDate;
}

/**
 * Completes an invoice with the identity of the invoice that it corrects or replaces, and with the operation date that its rates depend
 * on.
 * @returns the completed invoice, or the findings of `findRectifiedProblems`.
 */
export function resolveRectified(prepared: PreparedInvoice, found: Rectifiable | null): Preparation {
  if (prepared.rectifiedInvoiceId === null) return { kind: 'prepared', invoice: prepared };
  const { document } = prepared;
  const { rectification, replaces } = document;
  const own = rectifyingOf(document);
  const findings = findRectifiedProblems(own, found);
  if (found === null || findings.length > 0) return { kind: 'refused', findings };
  const { issuerNif, number, issueDate } = found;
  const operationDate = operationDateOf(own, found);
  const identification = { issuerNif, number, issueDate };
  // The lists of version 2 contain this invoice beside those that are not stored here.
  const references = {
    ...(rectification && {
      rectification: { ...rectification, invoices: [identification, ...rectification.invoices] },
    }),
    ...(replaces && { replaces: [identification, ...replaces] }),
  };
  const isListed = rectification !== undefined || replaces !== undefined;
  const rectified = isListed ? null : { number, issueDate };
  const completed = { ...document, operationDate, rectified, ...references };
  return { kind: 'prepared', invoice: { ...prepared, document: completed } };
}

function build(code: FindingCode, says: string, aeatCode?: number): Finding {
  return buildFinding('rectified_invoice_id', code, says, aeatCode);
}
