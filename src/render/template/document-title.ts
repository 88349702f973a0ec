import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Wording } from './languages/wording.ts';

/**
 * Returns the title of an invoice. An invoice that may omit its recipient (RD 1619/2012, art. 6.1.d) is F2 for AEAT, but not a simplified
 * invoice.
 */
export function titleOf(
  { type, unidentifiedRecipient }: Pick<InvoiceDocument, 'type' | 'unidentifiedRecipient'>,
  { titles }: Pick<Wording, 'titles'>,
): string {
  return type === 'F2' && unidentifiedRecipient ? titles.F1 : titles[type];
}
