import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Wording } from './languages/wording.ts';

/** The block that names the other invoice: its heading, which one it is, and sentences about it. */
export type RelatedInvoice = {
  readonly heading: string;
  readonly reference: InvoiceDocument['rectified'];
  readonly texts: readonly string[];
};

/** What an R1 to R5 says about the invoice it corrects, and an F3 about the one it replaces; null for other invoices. */
export function buildRelatedInvoice(document: InvoiceDocument, { related }: Wording): RelatedInvoice | null {
  const { rectified, type } = document;
  if (type === 'F1' || type === 'F2') return null;
  if (type === 'F3')
    return rectified === null ? null : { heading: related.replaced, reference: rectified, texts: [] };
  return {
    heading: related.rectified,
    reference: rectified,
    texts: [related.reasons[type], related.byDifferences],
  };
}
