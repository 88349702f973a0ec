import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { REFERENCES } from '../../contracts/v2/reference-members.ts';
import type { Wording } from './languages/wording.ts';
import { printPeriod } from './line-details.ts';

/**
 * Lists the client's references and the invoicing period (EN 16931 BG-14), each a label and its
 * text.
 */
export function listReferenceTexts(
  { references = {}, period }: InvoiceDocument,
  wording: Wording,
): string[][] {
  const { labels, language } = wording;
  const labelled = [
    ...REFERENCES.map(({ label, stored }) => [label[language], references[stored]] as const),
    [labels.deliveryNotes, references.deliveryNotes?.join(', ')],
    [labels.invoicePeriod, period && printPeriod(period, wording)],
  ] as const;
  return labelled.flatMap(([label, text]) =>
    text === undefined || text === '' ? [] : [[`${label}:`, text]],
  );
}
