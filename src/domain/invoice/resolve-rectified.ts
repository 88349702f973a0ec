import type { InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceIdentity } from './invoice-identity.ts';
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

/**
 * Completes an invoice with the identity of the one that it corrects or replaces.
 * @param found the issued invoice of that id in the organization; null when there is none.
 */
export function resolveRectified(prepared: PreparedInvoice, found: Rectifiable | null): Preparation {
  if (prepared.rectifiedInvoiceId === null) return { kind: 'prepared', invoice: prepared };
  if (found === null) return refuse(['Rectified invoice does not exist']);
  const { document } = prepared;
  if (found.issuerNif !== document.issuer.nif) return refuse(['Rectified invoice belongs to another issuer']);
  if (found.isAnnulled) return refuse(['Rectified invoice is annulled']);
  const allowed = RECTIFIABLE[document.type];
  const messages = [];
  if (!allowed.includes(found.type)) {
    const verb = document.type === 'F3' ? 'replaces' : 'rectifies';
    messages.push(
      `Rectified invoice is of type ${found.type}: ${document.type} ${verb} ${allowed.join(', ')}`,
    );
  }
  if (document.issueDate < found.issueDate) {
    messages.push(
      `Rectified invoice is dated ${found.issueDate}, after the issue date of this one, ${document.issueDate}`,
    );
  }
  if (messages.length > 0) return refuse(messages);
  const rectified = { number: found.number, issueDate: found.issueDate };
  return { kind: 'prepared', invoice: { ...prepared, document: { ...document, rectified } } };
}

function refuse(messages: string[]): Preparation {
  return { kind: 'refused', messages };
}
