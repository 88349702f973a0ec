import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Wording } from './languages/wording.ts';
import { printPeriod } from './line-details.ts';

/** Lists the client's references and the invoicing period (EN 16931 BT-10 to BT-13, BT-16, BT-19, BG-14), each a label and its text. */
export function listReferenceTexts(
  { references = {}, period }: InvoiceDocument,
  wording: Wording,
): string[][] {
  const { labels } = wording;
  const { buyer, order, contract, project, accounting, deliveryNotes } = references;
  const labelled = [
    [labels.buyerReference, buyer],
    [labels.order, order],
    [labels.contract, contract],
    [labels.project, project],
    [labels.accountingReference, accounting],
    [labels.deliveryNotes, deliveryNotes?.join(', ')],
    [labels.invoicePeriod, period && printPeriod(period, wording)],
  ] as const;
  return labelled.flatMap(([label, text]) =>
    text === undefined || text === '' ? [] : [[`${label}:`, text]],
  );
}
