import { BOOK_COLUMNS, BOOK_SHEETS, type BookColumn } from '../../contracts/v2/book-columns.ts';
import type { BookEnd, CreateSink, NoteOnInvoice } from './book-sink.ts';
import { type Cells, openWorkbook, type SheetHead } from './spreadsheet/open-workbook.ts';
import { nameColumn } from './spreadsheet/row-xml.ts';
import type { CellStyle } from './spreadsheet/workbook-parts.ts';

/*
 * The book as XLSX, AEAT's format: two header rows with merged cells and the rows from the third on.
 * Amounts and rates are numbers, days are serials, and everything else is text, so that leading
 * zeros stay and nothing is a formula.
 */

const STYLES: Readonly<Record<BookColumn['kind'], CellStyle>> = {
  year: 'number',
  text: 'text',
  date: 'date',
  amount: 'amount',
  rate: 'amount',
};
/** Widths in characters: the titles need the smaller one, and most names fit in the larger one. */
const WIDTH = { least: 14, most: 36 };

/** The sheet with the notes, which is not AEAT's. It is in Spanish, as the others are. */
const NOTES_SHEET: SheetHead = {
  name: 'AVISOS',
  columns: [
    { width: 22, style: 'text' },
    { width: 14, style: 'date' },
    { width: 14, style: 'text' },
    { width: 24, style: 'text' },
    { width: 120, style: 'text' },
  ],
  titles: [['Factura', 'Fecha expedición', 'En el libro', 'Código', 'Aviso']],
  merged: [],
};

/** Creates a writer of XLSX. */
export const createXlsxSink: CreateSink = ({ book, hasNotes }, emit) => {
  const workbook = openWorkbook(emit);
  const sheet = workbook.openSheet(describeSheet(BOOK_SHEETS[book]));
  return {
    write: async (rows) => sheet.write(rows.map((row) => BOOK_COLUMNS.map(({ name }) => row[name]))),
    end: async ({ notes, counts }) => {
      sheet.end();
      if (hasNotes && notes.length > 0) {
        const listed = workbook.openSheet(NOTES_SHEET);
        listed.write(listNotes(notes, counts));
        listed.end();
      }
      workbook.end();
    },
  };
};

function describeSheet(name: string): SheetHead {
  const titles = [
    BOOK_COLUMNS.map(({ title }) => title ?? undefined),
    BOOK_COLUMNS.map((column) => ('subtitle' in column ? column.subtitle : undefined)),
  ];
  const columns = BOOK_COLUMNS.map((column) => {
    const needed = 'most' in column ? column.most : WIDTH.least;
    return { width: Math.min(Math.max(needed, WIDTH.least), WIDTH.most), style: STYLES[column.kind] };
  });
  return { name, columns, titles, merged: listMerged() };
}

/** Lists the titles that cover both header rows or several columns. */
function listMerged(): string[] {
  return BOOK_COLUMNS.flatMap((column, left) => {
    if (column.title === null) return [];
    if (!('subtitle' in column)) return [`${nameColumn(left)}1:${nameColumn(left)}2`];
    let right = left;
    while (BOOK_COLUMNS[right + 1]?.title === null) right += 1;
    return right > left ? [`${nameColumn(left)}1:${nameColumn(right)}1`] : [];
  });
}

function listNotes(notes: readonly NoteOnInvoice[], counts: BookEnd['counts']): Cells[] {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    ...notes.map(({ invoice, isExcluded, code, message }): Cells => [
      invoice?.number,
      invoice?.issueDate,
      invoice === null ? undefined : isExcluded ? 'No' : 'Sí',
      code,
      message.es,
    ]),
    ...(all > notes.length
      ? [
          [
            undefined,
            undefined,
            undefined,
            undefined,
            `Hay ${all - notes.length} avisos más; pida el libro de un período más corto`,
          ],
        ]
      : []),
  ];
}
