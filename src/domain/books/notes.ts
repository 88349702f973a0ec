import type { BOOK_NOTES, BookNoteCode } from '../../contracts/messages/book-notes.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text, Value, Values } from '../../contracts/messages/texts.ts';
import { quarterOf } from './quarters.ts';

/** A note on the book, or on an invoice in it. */
export type BookNote = {
  readonly code: BookNoteCode;
  readonly message: Text;
  /** Whether the invoice is missing in the book. */
  readonly isExcluded: boolean;
};

type Holes<Code extends BookNoteCode> = Values<(typeof BOOK_NOTES)[`book_${Code}`]>;
type Arguments<Code extends BookNoteCode> = keyof Holes<Code> extends never ? [] : [values: Holes<Code>];

/** Writes a note. */
export function note<Code extends BookNoteCode>(code: Code, ...[values]: Arguments<Code>): BookNote {
  const format = formatMessage as (code: string, values?: Readonly<Record<string, Value>>) => Text;
  return {
    code,
    message: format(`book_${code}`, values),
    isExcluded: code === 'annulled' || code === 'other_book',
  };
}

/** Notes an invoice whose operation, of this day, was not in the period of the book. */
export function noteElsewhere(operationDate: string): BookNote {
  const day = operationDate.split('-').toReversed().join('/');
  return note('other_book', { day, ...quarterOf(operationDate) });
}
