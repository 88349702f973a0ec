import type { PaymentMeans } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Book, BookRow } from '../../contracts/v2/book-columns.ts';
import type { BookParameters } from '../../contracts/v2/book-parameters.ts';
import type { BookNote } from './notes.ts';

/** A collection of an invoice with cash accounting. */
export type Collection = {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Euros with tax; negative for a refund. */
  readonly amount: string;
  /** Null if it is not known. */
  readonly means: PaymentMeans | null;
  readonly account: string | null;
};

/** An invoice that another one replaces (rectification by substitution). */
export type ReplacedInvoice = {
  readonly number: string;
  readonly issueDate: string;
  /** Null if it was not issued here. */
  readonly document: InvoiceDocument | null;
  readonly isAnnulled: boolean;
};

/** An issued invoice in its final state. */
export type BookInvoice = {
  readonly document: InvoiceDocument;
  readonly externalInvoiceId: string | null;
  /** Day of the annulment; null if the invoice is not annulled. */
  readonly annulledOn: string | null;
  /** Whether AEAT refused the record of the annulment. */
  readonly isAnnulmentRefused: boolean;
  /** Whether AEAT rejected its registration record, or its entry in SII. */
  readonly isRejected: boolean;
  /** With a rectification by substitution, the invoices that it replaces. */
  readonly replaced: readonly ReplacedInvoice[];
  /** Null if collections are not known. */
  readonly collections: readonly Collection[] | null;
};

export type BookOptions = { readonly book: Book; readonly parameters: BookParameters };

/** What an invoice adds to the book. */
export type BookEntry = { readonly rows: readonly BookRow[]; readonly notes: readonly BookNote[] };
