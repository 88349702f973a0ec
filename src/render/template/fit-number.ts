import { measureWords, PAGE_WIDTH_MM } from './measure-text.ts';

const SMALL_PX = 10;

/** Where an invoice's number stands, and how large it is set there if there is room. */
export type NumberPlace = { readonly columnMm: number; readonly sizePx: number };

/** Beside the QR, under the title. */
export const HEADER_PLACE: NumberPlace = { columnMm: 56, sizePx: 12.5 };
/** In one half of the parties. */
export const PARTY_PLACE: NumberPlace = { columnMm: 86, sizePx: 11.5 };

type Fit = { readonly isApart: boolean; readonly classes: string };

/** How a number of up to 60 characters stands in one piece: as usual, smaller, or apart on a line as wide as the page. */
export function fitNumber(number: string, { columnMm, sizePx }: NumberPlace): Fit {
  if (measureWords(number, sizePx) <= columnMm) return { isApart: false, classes: 'whole' };
  if (measureWords(number, SMALL_PX) <= columnMm) return { isApart: false, classes: 'whole small' };
  if (measureWords(number, sizePx) <= PAGE_WIDTH_MM) return { isApart: true, classes: 'whole apart' };
  // No number that the door lets in is wider than the page; another one breaks rather than vanish.
  return measureWords(number, SMALL_PX) <= PAGE_WIDTH_MM
    ? { isApart: true, classes: 'whole apart small' }
    : { isApart: true, classes: 'apart small' };
}
