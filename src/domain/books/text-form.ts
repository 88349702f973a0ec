import { BOOK_COLUMNS, type BookColumn, type BookRow } from '../../contracts/v2/book-columns.ts';

/**
 * Writes a value of the book in AEAT's text form (validations V3 and V5): a decimal comma, no
 * thousands separator, and days as `20/11/2026`.
 * @param value as a `BookRow` contains it.
 */
function writeText({ kind }: Pick<BookColumn, 'kind'>, value: string): string {
  if (kind === 'amount' || kind === 'rate') return value.replace('.', ',');
  if (kind === 'date') return value.split('-').toReversed().join('/');
  return value;
}

/** Returns the texts of all 36 columns of a row in order; a blank column has an empty one. */
export function writeTexts(row: BookRow): string[] {
  return BOOK_COLUMNS.map((column) => {
    const value = row[column.name];
    return value === undefined ? '' : writeText(column, value);
  });
}
