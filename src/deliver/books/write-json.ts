import { BOOK_SHEETS, type BookRow } from '../../contracts/v2/book-columns.ts';
import type { BookNoteView } from '../../contracts/v2/book-answer.ts';
import type { CreateSink, NoteOnInvoice } from './book-sink.ts';

/** Writes a row, or a sum of rows, as an answer contains it. */
function viewRow({ year, ...row }: BookRow): string {
  return JSON.stringify({ year: Number(year), ...row });
}

/** Creates a writer of JSON: the rows, their sums and the notes. */
export const createJsonSink: CreateSink = ({ issuerNif, book, from, to, language }, emit) => {
  const encode = (text: string) => emit(new TextEncoder().encode(text));
  const head = { issuer_nif: issuerNif, book, sheet: BOOK_SHEETS[book], from, to };
  encode(`{"data":${JSON.stringify(head).slice(0, -1)},"rows":[`);
  let isFirst = true;
  const viewNote = ({ code, message, isExcluded, invoice }: NoteOnInvoice): BookNoteView => ({
    code,
    message: message[language],
    in_book: !isExcluded,
    issued_invoice_id: invoice && invoice.id,
    invoice_number: invoice && invoice.number,
    issue_date: invoice && invoice.issueDate,
  });
  return {
    write: async (rows) => {
      if (rows.length === 0) return;
      encode(`${isFirst ? '' : ','}\n${rows.map(viewRow).join(',\n')}`);
      isFirst = false;
    },
    end: async ({ notes, counts, totals }) => {
      encode(
        `],"totals":[${totals.map(viewRow).join(',')}],"notes":[${notes.map((each) => JSON.stringify(viewNote(each))).join(',')}],"notes_count":${JSON.stringify(counts)}}}`,
      );
    },
  };
};
