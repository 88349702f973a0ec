import type { InvoiceDocument } from '../../contracts/invoice-document.ts';

/**
 * Maximum number of line breaks of an invoice. A line for each letter would turn an invoice that
 * admission accepts into 1600 pages, for which Chromium needs 2 GB. This limit gives 163 pages.
 */
const MAX_LINE_BREAKS = 10_000;

/**
 * Counts the printed line breaks in an invoice's notes, footer, payment info and payment terms.
 * Returns 0 when there are too many; then they are printed as spaces.
 */
export function countLineBreaks({ lines, payment, paymentMethodInfo, footerNote }: InvoiceDocument): number {
  const texts = [paymentMethodInfo, footerNote, payment?.terms ?? null, ...lines.map(({ notes }) => notes)];
  const breaks = texts.reduce((count, text) => count + (text?.split('\n').length ?? 1) - 1, 0);
  return breaks > MAX_LINE_BREAKS ? 0 : breaks;
}

/**
 * Reduces consecutive line breaks to the number that separates paragraphs. More than one empty line
 * would only add pages.
 */
export function closeGaps(text: string): string {
  return text
    .split('\n')
    .filter((line, index, lines) => !isEmpty(line) || !isEmpty(lines[index - 1]))
    .join('\n');
}

function isEmpty(line: string | undefined): boolean {
  return line?.trim() === '';
}
