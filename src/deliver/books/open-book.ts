import type { Book } from '../../contracts/v2/book-columns.ts';
import { NO_BOOK_PARAMETERS } from '../../contracts/v2/book-parameters.ts';
import type { MessageLanguage } from '../../contracts/messages/texts.ts';
import { chooseBook, isNaturalPerson } from '../../domain/books/choose-book.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { nameBook } from './book-name.ts';
import type { BookFormat } from './book-sink.ts';
import type { BookSummary } from './book-thread.ts';
import { describeBookIssuer, requireBookHere, type WantedBook } from './read-book.ts';
import { writeBook } from './write-book.ts';

export type BookOrder = WantedBook & {
  /** Null: the one that suits the issuer. */
  readonly book: Book | null;
  readonly format: BookFormat;
  readonly language: MessageLanguage;
  /** Whether XLSX has a sheet with the notes. */
  readonly hasNotes: boolean;
};

export type OpenedBook = {
  readonly book: Book;
  /** Name of the file. */
  readonly name: string;
  /**
   * Writes the file, in a thread that it starts. Returns what is in the file.
   * @throws MonthArchivedError if a month was archived meanwhile; BlockDamage if a document cannot
   *   be read.
   */
  readonly write: () => AsyncGenerator<Uint8Array, BookSummary, void>;
};

/**
 * Opens the book of issued invoices of an issuer.
 * @returns why there is none, if there is none: the organization has issued no invoice of this
 *   issuer, or a legal person has no joint book.
 * @throws MonthArchivedError if documents that the book needs were archived with their month.
 */
export async function openBook(
  connection: Connection,
  order: BookOrder,
): Promise<OpenedBook | 'unknown_issuer' | 'joint_book'> {
  const { organizationId, issuerNif, format, language, hasNotes } = order;
  const issuer = await describeBookIssuer(connection, organizationId, issuerNif);
  if (issuer === null) return 'unknown_issuer';
  const parameters = issuer.parameters ?? NO_BOOK_PARAMETERS;
  const book = order.book ?? chooseBook(issuerNif, parameters);
  if (book === 'U' && !isNaturalPerson(issuerNif)) return 'joint_book';
  await requireBookHere(connection, order);
  return {
    book,
    name: nameBook({ ...order, book }, issuer.name, format),
    write: () => writeBook(connection, order, { format, book, parameters, language, hasNotes }),
  };
}
