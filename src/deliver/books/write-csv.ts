import { BOOK_COLUMNS, type BookRow } from '../../contracts/v2/book-columns.ts';
import { writeTexts } from '../../domain/books/text-form.ts';
import type { CreateSink } from './book-sink.ts';

/*
 * The book as CSV: both header rows, 36 fields, semicolons, UTF-8 with a byte order mark, CRLF, and
 * quotes as in RFC 4180. AEAT no longer accepts CSV: it is for programs.
 */

const SPECIAL = /[;"\r\n]/;
/**
 * Beginnings of a text that a spreadsheet would execute as a formula, also in full width (OWASP, CSV
 * injection). Amounts
 * and days of the book need no protection.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const IS_TEXT = BOOK_COLUMNS.map(({ kind }) => kind === 'text');

/** Writes the fields of a row, with an apostrophe before a text that could be a formula. */
function writeRow(row: BookRow): string {
  return writeLine(
    writeTexts(row).map((text, place) => (IS_TEXT[place] && FORMULA.test(text) ? `'${text}` : text)),
  );
}

function writeLine(fields: readonly string[]): string {
  const written = fields.map((field) => (SPECIAL.test(field) ? `"${field.replaceAll('"', '""')}"` : field));
  return `${written.join(';')}\r\n`;
}

/** Creates a writer of CSV. */
export const createCsvSink: CreateSink = (_head, emit) => {
  const encode = (text: string) => emit(new TextEncoder().encode(text));
  const titles = BOOK_COLUMNS.map(({ title }) => title ?? '');
  const subtitles = BOOK_COLUMNS.map((column) => ('subtitle' in column ? column.subtitle : ''));
  encode(`\uFEFF${writeLine(titles)}${writeLine(subtitles)}`);
  return {
    write: async (rows) => {
      if (rows.length > 0) encode(rows.map(writeRow).join(''));
    },
    end: async () => {},
  };
};
