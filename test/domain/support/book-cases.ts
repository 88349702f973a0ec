import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import type { Book, BookRow } from '../../../src/contracts/v2/book-columns.ts';
import { BOOK_COLUMNS } from '../../../src/contracts/v2/book-columns.ts';
import type { BookParameters } from '../../../src/contracts/v2/book-parameters.ts';
import type { PaymentMeans } from '../../../src/contracts/codes.ts';
import { writeTexts } from '../../../src/domain/books/text-form.ts';
import { hasBookFacts, readBookFacts } from './shared-facts.ts';

/** A case of `shared/books/cases.json`: invoices, and the rows that the book has for them. */
export type BookCase = {
  readonly id: string;
  readonly title: string;
  readonly book: Book;
  readonly sheet: string;
  readonly invoices: readonly (InvoiceInput & {
    readonly issuer_nif: string;
    readonly number_serie: string;
  })[];
  readonly states?: Readonly<
    Record<string, { readonly annulled_on?: string; readonly verifactu_state?: 'rejected' }>
  >;
  readonly parameters?: {
    readonly activity_code: 'A';
    readonly activity_type: string;
    readonly iae: string;
    readonly income_concept: 'I01';
  };
  readonly collections?: readonly {
    readonly number_serie: string;
    readonly date: string;
    readonly amount: string;
    readonly means: PaymentMeans;
    readonly iban: string;
  }[];
  readonly expected: {
    readonly rows: readonly Readonly<Record<string, string>>[];
    readonly excluded?: readonly string[];
  };
};

/** The cases; none if they are not on this machine. */
export const BOOK_CASES: readonly BookCase[] = hasBookFacts
  ? (JSON.parse(readBookFacts('cases.json')) as { readonly cases: BookCase[] }).cases
  : [];

/** Returns the parameters of an issuer that a case states. */
export function parametersOf({ parameters }: BookCase): BookParameters {
  if (parameters === undefined) return { activity: null, incomeConcept: null, property: null };
  const { activity_code: code, activity_type: type, iae: group, income_concept: incomeConcept } = parameters;
  return { activity: { code, type, group }, incomeConcept, property: null };
}

/** Returns the columns of a row that are not blank, by their letters, in AEAT's text form. */
export function byLetter(row: BookRow): Record<string, string> {
  return lettered(writeTexts(row));
}

/** Returns the texts of a row that are not blank, by the letters of their columns. */
export function lettered(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    BOOK_COLUMNS.flatMap(({ letter }, place) => (texts[place] === '' ? [] : [[letter, texts[place]!]])),
  );
}

/**
 * The rows of a case, by letters. The engine removes the separators of every document when it reads
 * an invoice, and AEAT's register has the number without them, so the book has it, too: one of the
 * questions that the facts leave open (docs/books.md).
 */
export function expectedRows({ expected }: BookCase): Record<string, string>[] {
  return expected.rows.map((row) =>
    row['N'] === undefined ? { ...row } : { ...row, P: row['P']!.replaceAll(/[^0-9A-Z]/g, '') },
  );
}
