import type { Book } from '../../contracts/v2/book-columns.ts';
import type { BookFormat } from './book-sink.ts';

/** Characters that a file name cannot have in some system, controls included. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;
const MOST_OF_NAME = 120;

/**
 * Returns the name that AEAT's format gives the file: year, NIF, type of the book and name of the
 * issuer, without separators. Characters that file names cannot have become blanks.
 */
export function nameBook(
  { issuerNif, to, book }: { readonly issuerNif: string; readonly to: string; readonly book: Book },
  issuerName: string,
  format: BookFormat,
): string {
  const name = issuerName.replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ').trim();
  // A name is cut between characters, because half a surrogate pair cannot be encoded.
  const shortened = Array.from(name).slice(0, MOST_OF_NAME).join('');
  return `${to.slice(0, 4)}${issuerNif}${book}${shortened.replace(/[. ]+$/, '')}.${format}`;
}
