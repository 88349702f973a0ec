import { escapeXml } from 'verifactu-protocol/records/xml';
import { CELL_STYLES, type CellStyle } from './workbook-parts.ts';

/** Day 0 of the serials of days, which count a 29 February 1900 (ECMA-376, part 1, 18.17.4.1). */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 60 * 60 * 1000;

/** What XML cannot contain or would change, and what already looks like its replacement. */
const ESCAPED = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]|_(?=[xX][\dA-Fa-f]{4}_)/gu;

/** Replaces characters as ECMA-376 does: `_x000D_` (part 1, 22.9.2.19). */
function escapeText(text: string): string {
  return escapeXml(
    text.replace(ESCAPED, (each) => `_x${each.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`),
  );
}

/** Returns the letters of a column, which has a number from 0: 26 is `AA`. */
export function nameColumn(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : nameColumn(Math.floor(place / 26) - 1) + last;
}

/** A function that writes a row. A cell that is undefined is blank. */
export type WriteRow = (number: number, cells: readonly (string | undefined)[]) => string;

/**
 * Prepares the writer of rows whose cells have these styles. Texts and titles are as they are,
 * numbers and amounts are decimals with a point, and dates are `YYYY-MM-DD`.
 */
export function prepareRow(styles: readonly CellStyle[], height?: number): WriteRow {
  const starts = styles.map((_style, place) => `<c r="${nameColumn(place)}`);
  const middles = styles.map((style) => {
    const place = CELL_STYLES.indexOf(style);
    return isText(style) ? `" s="${place}" t="inlineStr"><is><t xml:space="preserve">` : `" s="${place}"><v>`;
  });
  const ends = styles.map((style) => (isText(style) ? '</t></is></c>' : '</v></c>'));
  const contents = styles.map((style) =>
    isText(style) ? escapeText : style === 'date' ? countDays : (decimal: string) => decimal,
  );
  const attributes = height === undefined ? '' : ` ht="${height}" customHeight="1"`;
  return (number, cells) => {
    let written = `<row r="${number}"${attributes}>`;
    for (let place = 0; place < starts.length; place += 1) {
      const cell = cells[place];
      if (cell === undefined) continue;
      written += `${starts[place]}${number}${middles[place]}${contents[place]!(cell)}${ends[place]}`;
    }
    return `${written}</row>`;
  };
}

function isText(style: CellStyle): boolean {
  return style === 'text' || style === 'title';
}

function countDays(date: string): string {
  return String((Date.parse(date) - DAY_ZERO) / DAY_MS);
}
