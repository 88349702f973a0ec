import { dropDirections } from '../../contracts/shown-text.ts';
import { titleOf } from './document-title.ts';
import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import { leavesMainFont } from '../../domain/fonts/show-text.ts';
import { DRAFT } from './notices.ts';
import { wordingOf } from './languages/wordings.ts';
import { measureWords, PAGE_WIDTH_MM } from './measure-text.ts';

const NAME_LENGTH = 60;
/** Type size of the page head. */
const SIZE_PX = 10;

/**
 * Builds the head of each page of a long invoice except the first: issuer, number and recipient, in
 * two or three lines.
 */
export function buildContinuation(invoice: PrintableInvoice): string {
  const { issuer, number, recipient, addressee, type } = invoice.document;
  const wording = wordingOf(invoice);
  const { annulled, labels, tag, titles } = wording;
  // The long title of an F3 is only on the first page.
  const title = type === 'F3' ? titles.F1 : titleOf(invoice.document, wording);
  const valid = invoice.isDraft === true ? DRAFT : title;
  const kind = invoice.annulledOn === null ? valid : annulled.toLocaleUpperCase(tag);
  const named = `${kind} ${number}`;
  const both = `${named} · ${shorten('', issuer.name)}`;
  const name = (recipient ?? addressee)?.name ?? null;
  const customer = name === null ? [] : [shorten(`${labels.customer}: `, name)];
  if (fitsLine(both)) return [both, ...customer].join('\n');
  // A number is never shortened; a name may be.
  const lines = fitsLine(named)
    ? [named, shorten('', issuer.name)]
    : [number, shorten(`${kind} · `, issuer.name)];
  return [...lines, ...customer].join('\n');
}

function fitsLine(text: string): boolean {
  return measureWords(text, SIZE_PX) <= PAGE_WIDTH_MM;
}

const FIRST_STRONG_ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/** Appends a name to a prefix, truncated to the available width. */
function shorten(before: string, name: string): string {
  const characters = Array.from(dropDirections(name));
  for (let length = NAME_LENGTH; length > 0; length -= 1) {
    const end = characters.length > length ? '…' : '';
    const shown = `${characters.slice(0, end === '' ? length : length - 1).join('')}${end}`;
    if (fitsLine(`${before}${shown}`))
      return leavesMainFont(name)
        ? `${before}${FIRST_STRONG_ISOLATE}${shown}${END_OF_ISOLATE}`
        : `${before}${shown}`;
  }
  return before;
}
