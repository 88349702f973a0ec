import type { BookNote } from '../../domain/books/notes.ts';
import type { BookRow } from '../../contracts/v2/book-columns.ts';
import type { Book } from '../../contracts/v2/book-columns.ts';
import type { MessageLanguage } from '../../contracts/messages/texts.ts';

/* The files in which a book is written, by a thread. */

export const BOOK_FORMATS = ['xlsx', 'csv', 'json'] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/** What a file says of its book. */
export type BookHead = {
  readonly issuerNif: string;
  readonly book: Book;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Language of the messages in JSON. */
  readonly language: MessageLanguage;
  /** Whether XLSX has a sheet with the notes, if there are any. */
  readonly hasNotes: boolean;
};

/** A note with the invoice that it is about; null if it is about the whole book. */
export type NoteOnInvoice = BookNote & {
  readonly invoice: { readonly id: number; readonly number: string; readonly issueDate: string } | null;
};

/** A sum of the rows of one quarter with the same key, qualification, exemption and rates. */
export type BookTotal = BookRow;

/** What follows the rows. */
export type BookEnd = {
  readonly notes: readonly NoteOnInvoice[];
  /** Notes by their code, also those of which `notes` has no room. */
  readonly counts: Readonly<Record<string, number>>;
  readonly totals: readonly BookTotal[];
};

/** Writes a file. The bytes leave by the function that it was created with. */
export type BookSink = {
  readonly write: (rows: readonly BookRow[]) => Promise<void>;
  readonly end: (end: BookEnd) => Promise<void>;
};
export type CreateSink = (head: BookHead, emit: (bytes: Uint8Array) => void) => BookSink;
