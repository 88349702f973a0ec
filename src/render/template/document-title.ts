import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Wording } from './languages/wording.ts';

/** What an invoice is called. One that may leave its recipient unnamed (RD 1619/2012, art. 6.1.d) is F2 to AEAT, and no simplified invoice. */
export function titleOf(
  { type, unidentifiedRecipient }: Pick<InvoiceDocument, 'type' | 'unidentifiedRecipient'>,
  { titles }: Pick<Wording, 'titles'>,
): string {
  return type === 'F2' && unidentifiedRecipient ? titles.F1 : titles[type];
}
