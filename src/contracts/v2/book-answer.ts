import { type Static, type TSchema, Type } from 'typebox';
import { nullable, single, wordOf } from '../answers.ts';
import { BOOK_NOTE_CODES } from '../messages/book-notes.ts';
import { BOOK_COLUMNS, BOOKS } from './book-columns.ts';

/** The book of issued invoices as JSON. */

const closed = { additionalProperties: false };
const PATTERNS: Readonly<Partial<Record<(typeof BOOK_COLUMNS)[number]['kind'], string>>> = {
  amount: String.raw`^-?[0-9]+\.[0-9]{2}$`,
  rate: String.raw`^[0-9]+\.[0-9]{2}$`,
};

function describeColumn(column: (typeof BOOK_COLUMNS)[number]): TSchema {
  const { kind, letter, about } = column;
  const description = `Column ${letter}. ${about}`;
  if (kind === 'year') return Type.Integer({ description });
  const pattern = PATTERNS[kind];
  return Type.Optional(
    Type.String({
      description,
      ...(kind === 'date' && { format: 'date' }),
      ...(pattern !== undefined && { pattern }),
    }),
  );
}

const BookRowView = Type.Object(
  Object.fromEntries(BOOK_COLUMNS.map((column) => [column.name, describeColumn(column)])),
  { ...closed, title: 'BookRow' },
);

const BookNoteSchema = Type.Object(
  {
    code: wordOf(BOOK_NOTE_CODES, { description: 'What the note is about.' }),
    message: Type.String({ description: 'The note for people.' }),
    in_book: Type.Boolean({ description: 'Whether the invoice has rows in the book.' }),
    issued_invoice_id: nullable(
      Type.Integer({ description: 'Id of the invoice; null if the note is about the whole book.' }),
    ),
    invoice_number: nullable(Type.String({ description: 'Its number.' })),
    issue_date: nullable(Type.String({ format: 'date', description: 'Its issue date.' })),
  },
  { ...closed, title: 'BookNote' },
);
export type BookNoteView = Static<typeof BookNoteSchema>;

export const BookAnswer = single(
  Type.Object(
    {
      issuer_nif: Type.String({ description: 'NIF of the issuer.' }),
      book: wordOf(BOOKS, { description: '`E`: IVA. `U`: joint book of IVA and IRPF.' }),
      sheet: Type.String({ description: "Name of AEAT's sheet." }),
      from: Type.String({ format: 'date', description: 'First day of the period.' }),
      to: Type.String({ format: 'date', description: 'Last day of the period.' }),
      rows: Type.Array(BookRowView, {
        description: 'The rows in order. A column without a member is blank.',
      }),
      totals: Type.Array(BookRowView, {
        description:
          'Sums of the rows by quarter, key, qualification, exemption and rates. Only these columns and the sums have members.',
      }),
      notes: Type.Array(BookNoteSchema, {
        description:
          'What the format has no place for, such as annulled invoices, and what has to be checked: at most 20,000.',
      }),
      notes_count: Type.Record(Type.String(), Type.Integer(), {
        description: 'Number of notes by code, including those that are not listed.',
      }),
    },
    { ...closed, title: 'IssuedBook' },
  ),
);
