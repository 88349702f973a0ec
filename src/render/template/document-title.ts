import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Wording } from './languages/wording.ts';

type Titled = Pick<InvoiceDocument, 'type' | 'unidentifiedRecipient' | 'simplifiedQualified'>;

/**
 * Returns the title of an invoice. An invoice that may omit its recipient (RD 1619/2012, art.
 * 6.1.d) is F2 for AEAT, but not a simplified invoice. A qualified simplified invoice (art. 7.2 and
 * 7.3) may be F1 for AEAT.
 */
export function titleOf(
  { type, unidentifiedRecipient, simplifiedQualified }: Titled,
  { titles }: Pick<Wording, 'titles'>,
): string {
  if (type === 'F1' && simplifiedQualified === true) return titles.F2;
  return type === 'F2' && unidentifiedRecipient ? titles.F1 : titles[type];
}
