import type { MemberType } from '../../generated/members.ts';
import type { Target } from './targets.ts';

/** How the cells of a table are written. */
export type Cells = {
  readonly decimal?: '.' | ',' | undefined;
  readonly dates?: keyof typeof DATE_FORMATS | undefined;
};

/** The forms of dates: their separator, and the order of day, month and year. */
export const DATE_FORMATS = {
  'yyyy-mm-dd': ['-', 'ymd'],
  'yyyy/mm/dd': ['/', 'ymd'],
  'dd/mm/yyyy': ['/', 'dmy'],
  'dd-mm-yyyy': ['-', 'dmy'],
  'dd.mm.yyyy': ['.', 'dmy'],
  'mm/dd/yyyy': ['/', 'mdy'],
} as const;

/** A number that Excel has shortened, whose last digits are lost, such as a GTIN: `8,41E+12`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d{1,2}$/;
/** The members that may have several lines. */
const LONG_TEXTS: readonly string[] = ['lines.notes', 'footer_note', 'payment.terms', 'payment_method_info'];

/**
 * Writes the lines of a cell, such as a street and a floor, as the one line that the member may
 * have.
 */
export function joinLines(cell: string, path: string): string {
  if (LONG_TEXTS.includes(path)) return cell;
  return cell.trim().replaceAll(/,?[^\S\r\n]*[\r\n]+\s*/g, path.includes('address') ? ', ' : ' ');
}

const BOOLEANS: Readonly<Record<string, string>> = {
  true: 'true',
  false: 'false',
  '1': 'true',
  '0': 'false',
};

/**
 * Returns a cell as JSON; null if it does not have the type. Decimals are texts, which the engine
 * reads exactly.
 */
export function readCell(
  cell: string,
  { path, type }: Pick<Target, 'path' | 'type'>,
  cells: Cells,
): string | null {
  const text = cell.trim();
  switch (type) {
    case 'string':
      return ROUNDED.test(text) ? null : JSON.stringify(joinLines(cell, path));
    case 'date': {
      const date = cells.dates === undefined ? cell : readDate(text, cells.dates);
      return date === null ? null : JSON.stringify(date);
    }
    case 'boolean':
      return BOOLEANS[text.toLowerCase()] ?? null;
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? writeDigits(text) : null;
    case 'decimal': {
      const decimal = readDecimal(text, cells.decimal ?? '.');
      return decimal === null ? null : JSON.stringify(decimal);
    }
  }
}

/**
 * Reads a decimal. Thousands separators are not allowed, since "1.234" would be ambiguous.
 * @returns it with a decimal point and the same digits, or null.
 */
export function readDecimal(text: string, decimal: '.' | ','): string | null {
  const pattern = decimal === ',' ? /^[+-]?\d+(?:,\d+)?$/ : /^[+-]?\d+(?:\.\d+)?$/;
  return pattern.test(text) ? writeDigits(text).replace(',', '.') : null;
}

const writeDigits = (text: string) => text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1');

/** Reads a date; a time after it is ignored. @returns it as `YYYY-MM-DD`, or null if it is none. */
export function readDate(text: string, format: keyof typeof DATE_FORMATS): string | null {
  const [separator, order] = DATE_FORMATS[format];
  const [day = '', ...time] = text.split(/[ T]/, 2);
  if (time.some((part) => !/^\d{1,2}:\d{2}/.test(part))) return null;
  const parts = day.split(separator);
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const [year, month, date] = ['y', 'm', 'd'].map((letter) => parts[order.indexOf(letter)]!);
  if (year!.length !== 4) return null;
  const iso = `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}`;
  const instant = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(iso) ? iso : null;
}

/** Describes why a cell is refused. */
export function describeCell(type: MemberType, { decimal = '.', dates }: Cells): string {
  switch (type) {
    case 'decimal':
      return `not a number with a decimal ${decimal === ',' ? 'comma' : 'point'} and without thousands separators`;
    case 'boolean':
      return 'neither true nor false';
    case 'date':
      return `not a date of the form ${dates}`;
    case 'integer':
      return 'not a whole number';
    case 'string':
      return 'a number that a spreadsheet has shortened, so its last digits are lost: format the column as text, and export it again';
  }
}
