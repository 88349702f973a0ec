import type { InvoiceDocument } from '../../contracts/invoice-document.ts';

/** A line of its own for each letter would make 1600 pages of what the door lets in, and take Chromium 2 GB; so many make 163. */
const MAX_LINE_BREAKS = 10_000;

/** Line breaks of an invoice's notes, footer and payment info as they are printed: none where there are too many. Then they are blanks. */
export function countLineBreaks({ lines, paymentMethodInfo, footerNote }: InvoiceDocument): number {
  const texts = [paymentMethodInfo, footerNote, ...lines.map(({ notes }) => notes)];
  const breaks = texts.reduce((count, text) => count + (text?.split('\n').length ?? 1) - 1, 0);
  return breaks > MAX_LINE_BREAKS ? 0 : breaks;
}

/** A text with as many line breaks as part paragraphs: more empty lines than one would only make pages. */
export function closeGaps(text: string): string {
  return text
    .split('\n')
    .filter((line, index, lines) => !isEmpty(line) || !isEmpty(lines[index - 1]))
    .join('\n');
}

function isEmpty(line: string | undefined): boolean {
  return line?.trim() === '';
}
