import { titleOf } from './document-title.ts';
import type { PrintableInvoice } from '../../contracts/invoice-document.ts';
import { wordingOf } from './languages/wordings.ts';
import { measureWords, PAGE_WIDTH_MM } from './measure-text.ts';

const NAME_LENGTH = 60;
/** Of the head of a page. */
const SIZE_PX = 10;

/** The head of each page of a long invoice but the first: whose invoice, which one and for whom, in two or three lines. */
export function buildContinuation(invoice: PrintableInvoice): string {
  const { issuer, number, recipient, addressee, type } = invoice.document;
  const wording = wordingOf(invoice);
  const { annulled, labels, tag, titles } = wording;
  // The long title of an F3 stands on the first page.
  const title = type === 'F3' ? titles.F1 : titleOf(invoice.document, wording);
  const kind = invoice.annulledOn === null ? title : annulled.toLocaleUpperCase(tag);
  const named = `${kind} ${number}`;
  const both = `${named} · ${shorten('', issuer.name)}`;
  const name = (recipient ?? addressee)?.name ?? null;
  const customer = name === null ? [] : [shorten(`${labels.customer}: `, name)];
  if (fitsLine(both)) return [both, ...customer].join('\n');
  // A number is never shortened, a name is.
  const lines = fitsLine(named)
    ? [named, shorten('', issuer.name)]
    : [number, shorten(`${kind} · `, issuer.name)];
  return [...lines, ...customer].join('\n');
}

function fitsLine(text: string): boolean {
  return measureWords(text, SIZE_PX) <= PAGE_WIDTH_MM;
}

/** A name after what stands before it, with as much of it as there is room for. */
function shorten(before: string, name: string): string {
  const characters = Array.from(name);
  for (let length = NAME_LENGTH; length > 0; length -= 1) {
    const end = characters.length > length ? '…' : '';
    const line = `${before}${characters.slice(0, end === '' ? length : length - 1).join('')}${end}`;
    if (fitsLine(line)) return line;
  }
  return before;
}
