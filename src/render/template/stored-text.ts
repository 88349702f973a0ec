import { dropDeceptiveDirections } from '../../contracts/shown-text.ts';
import { leavesMainFont } from '../../domain/fonts/show-text.ts';
import { breakWords } from './break-words.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from './escape-html.ts';

/*
 * All texts of an invoice are inserted into the page through this file. Characters of other scripts
 * may paint above and below their line (combining marks) and change the direction of adjacent text
 * (UAX 9). Such a text is isolated and clipped to its own box. Texts in the letters of the main
 * font can do neither and need no box, because Chromium writes a clip into the PDF for each box.
 */

const MARK = /\p{M}/u;

/** Returns whether a text could paint outside its line or change the direction of other text. */
function needsBox(text: string): boolean {
  return leavesMainFont(text) || MARK.test(text);
}

/** Builds a text on separate lines: a paragraph, a cell or a row of an address. */
export function printText(text: string): string | Html | readonly Html[] {
  const pieces = breakWords(needsBox(text) ? dropDeceptiveDirections(text) : text);
  return needsBox(text) ? html`<span class="boxed">${pieces}</span>` : pieces;
}

/** Builds a text that no line may divide, such as an account number. */
export function printWhole(text: string): string | Html {
  return needsBox(text) ? html`<span class="boxed">${dropDeceptiveDirections(text)}</span>` : text;
}

/**
 * Builds adjacent texts on separate lines, such as postal code and town. Each has its own
 * direction, and their order is fixed.
 */
export function printTexts(texts: readonly string[]): string | Html | readonly Html[] {
  if (!texts.some(needsBox)) return printText(texts.join(' '));
  const pieces = texts.map(
    (text, index) => html`${index > 0 && ' '}<bdi>${breakWords(dropDeceptiveDirections(text))}</bdi>`,
  );
  return html`<span class="boxed">${pieces}</span>`;
}

/** Builds a line with a text. Returns null when it is empty. */
export function buildTextLine(text: string | null): Html | null {
  return text === null || text === '' ? null : html`<div>${printText(text)}</div>`;
}

/** Joins the non-empty texts on one line. */
export function buildTextsLine(texts: readonly (string | null)[]): Html | null {
  const present = texts.flatMap((text) => (text === null || text === '' ? [] : [text]));
  return present.length === 0 ? null : html`<div>${printTexts(present)}</div>`;
}
