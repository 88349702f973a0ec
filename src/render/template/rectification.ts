import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Wording } from './languages/wording.ts';

/** The block about the related invoice: its heading, the identity of that invoice, and sentences about it. */
export type RelatedInvoice = {
  readonly heading: string;
  readonly reference: InvoiceDocument['rectified'];
  readonly texts: readonly string[];
};

/** Builds the block about the invoice that an R1 to R5 corrects or an F3 replaces. Returns null for other invoices. */
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
