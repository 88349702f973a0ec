import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Wording } from './languages/wording.ts';

/** The identity of a related invoice. Its issuer is only named if it is another one. */
export type Reference = {
  readonly number: string;
  readonly issueDate: string;
  readonly issuerNif: string | null;
};

/**
 * The block about the related invoices: its heading, the identity of those invoices, and paragraphs
 * of adjacent texts about them.
 */
export type RelatedInvoices = {
  readonly heading: string;
  readonly references: readonly Reference[];
  readonly texts: readonly (readonly string[])[];
};

/** Lists the invoices that an invoice corrects or replaces. */
function listReferences({ rectified, rectification, replaces, issuer }: InvoiceDocument): Reference[] {
  const several = rectification?.invoices ?? replaces ?? [];
  const stored = rectified === null ? [] : [{ ...rectified, issuerNif: issuer.nif }];
  return [...stored, ...several].map(({ number, issueDate, issuerNif }) => ({
    number,
    issueDate,
    issuerNif: issuerNif === issuer.nif ? null : issuerNif,
  }));
}

/**
 * Builds the block about the invoices that an R1 to R5 corrects or an F3 replaces: which they are,
 * why and how they are corrected, and the amounts that a correction by substitution replaces (RD
 * 1619/2012, art. 15). Returns null for other invoices.
 */
export function buildRelatedInvoices(document: InvoiceDocument, wording: Wording): RelatedInvoices | null {
  const { related } = wording;
  const { type, rectification, coupon } = document;
  if (type === 'F1' || type === 'F2') return null;
  const references = listReferences(document);
  const isOne = references.length < 2;
  if (type === 'F3') {
    const heading = isOne ? related.replaced : related.replacedInvoices;
    return references.length === 0 ? null : { heading, references, texts: [] };
  }
  const ofInvoices = isOne ? related.rectified : related.rectifiedInvoices;
  return {
    heading: rectification !== undefined && references.length === 0 ? related.correction : ofInvoices,
    references,
    texts: [
      [related.reasons[type]],
      ...(rectification === undefined ? [] : [[related.reason, rectification.reason]]),
      ...(coupon === true ? [[related.coupon]] : []),
      [rectification?.method === 'substitution' ? related.bySubstitution : related.byDifferences],
      ...(rectification?.replaced === undefined ? [] : [[printReplaced(rectification.replaced, wording)]]),
    ],
  };
}

type Replaced = NonNullable<NonNullable<InvoiceDocument['rectification']>['replaced']>;

/** Prints the amounts that are replaced, which are in euros. */
function printReplaced({ base, tax, surcharge }: Replaced, { labels, related, notation }: Wording): string {
  const amounts = [
    [labels.base, base],
    [labels.taxAmount, tax],
    [labels.surcharge, surcharge],
  ] as const;
  const printed = amounts.flatMap(([label, amount]) =>
    amount === undefined ? [] : [`${label} ${notation.formatEuros(amount)}`],
  );
  return `${related.replacedAmounts} ${printed.join(', ')}.`;
}
