import { dropDeceptiveDirections } from '../../contracts/shown-text.ts';
import { leavesMainFont } from '../../domain/fonts/show-text.ts';
import { breakWords } from './break-words.ts';
import type { Html } from '../../contracts/html-template.ts';
import { html } from './escape-html.ts';

/*
 * Every text of an invoice comes onto the page through here. Characters of other scripts may paint above and below their line (combining marks), and turn
 * the direction of what stands beside them (UAX 9). Such a text is clipped to a box of its own and isolated. Texts in the letters of the page's own font
 * can do neither and need no box: Chromium writes a clip of its own into the PDF for each.
 */

const MARK = /\p{M}/u;

/** Whether a text could paint outside its line or turn the direction of others. */
function needsBox(text: string): boolean {
  return leavesMainFont(text) || MARK.test(text);
}

/** A text on lines of its own: a paragraph, a cell or a row of an address. */
export function printText(text: string): string | Html | readonly Html[] {
  const pieces = breakWords(needsBox(text) ? dropDeceptiveDirections(text) : text);
  return needsBox(text) ? html`<span class="boxed">${pieces}</span>` : pieces;
}

/** Texts beside each other on lines of their own, such as postal code and town: each runs in its own direction, and they stand in this order. */
export function printTexts(texts: readonly string[]): string | Html | readonly Html[] {
  if (!texts.some(needsBox)) return printText(texts.join(' '));
  const pieces = texts.map(
    (text, index) => html`${index > 0 && ' '}<bdi>${breakWords(dropDeceptiveDirections(text))}</bdi>`,
  );
  return html`<span class="boxed">${pieces}</span>`;
}
