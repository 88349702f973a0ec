import { measureWords, PAGE_WIDTH_MM } from './measure-text.ts';

const SMALL_PX = 10;

/** A position of an invoice number: the width of its column and the normal type size. */
export type NumberPlace = { readonly columnMm: number; readonly sizePx: number };

/** Beside the QR code, below the title. */
export const HEADER_PLACE: NumberPlace = { columnMm: 56, sizePx: 12.5 };
/** In one half of the parties block. */
export const PARTY_PLACE: NumberPlace = { columnMm: 86, sizePx: 11.5 };

type Fit = { readonly isApart: boolean; readonly classes: string };

/**
 * Determines how a number of up to 60 characters is set without a break: in the normal size,
 * smaller, or on a separate line of the full page width.
 */
export function fitNumber(number: string, { columnMm, sizePx }: NumberPlace): Fit {
  if (measureWords(number, sizePx) <= columnMm) return { isApart: false, classes: 'whole' };
  if (measureWords(number, SMALL_PX) <= columnMm) return { isApart: false, classes: 'whole small' };
  if (measureWords(number, sizePx) <= PAGE_WIDTH_MM) return { isApart: true, classes: 'whole apart' };
  // No number that admission accepts is wider than the page. A wider number would wrap rather than
  // be cut off.
  return measureWords(number, SMALL_PX) <= PAGE_WIDTH_MM
    ? { isApart: true, classes: 'whole apart small' }
    : { isApart: true, classes: 'apart small' };
}
