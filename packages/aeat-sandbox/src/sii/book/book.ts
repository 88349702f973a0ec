import type { Journal, JournalLine } from '../../registry/journal.ts';
import { isSpfeChange } from '../../spfe/book/change.ts';
import type { Content } from '../records/content.ts';
import { nameEntry, type BookId, type Period } from '../records/invoice.ts';
import type { BookChange, EntryChange, Matching, WithdrawalChange } from './book-change.ts';

export type EntryStatus = 'Correcta' | 'AceptadaConErrores' | 'Anulada';

/** The record of an invoice in the book of a taxpayer. */
export type BookEntry = {
  readonly id: BookId;
  readonly lastNumber: string | null;
  readonly status: EntryStatus;
  /** The period of the last movement. */
  readonly period: Period;
  readonly content: Content;
  readonly code: number | null;
  readonly text: string | null;
  readonly csv: string;
  readonly presenter: string;
  /** The times of the alta or what replaced it, and of the last change, in milliseconds. */
  readonly presentedAt: number;
  readonly changedAt: number;
  readonly payments: readonly BookPayment[];
  readonly matching: (Matching & { readonly at: number }) | null;
  /** Every alta, replacement and baja, in order. */
  readonly history: readonly (EntryChange | WithdrawalChange)[];
};
export type BookPayment = {
  /** Cobro. */
  readonly content: Content;
  readonly csv: string;
  readonly presenter: string;
  readonly at: number;
};

/** The books of issued invoices that AEAT keeps, of all taxpayers. */
export class Book {
  readonly #journal: Journal;
  readonly #entries = new Map<string, BookEntry>();

  constructor(journal: Journal) {
    this.#journal = journal;
    for (const line of journal.lines) this.#replay(line);
  }

  /** Lists the entries in the order of their first registration. */
  list(): BookEntry[] {
    return [...this.#entries.values()];
  }

  find(id: BookId): BookEntry | undefined {
    return this.#entries.get(nameEntry(id));
  }

  /** Makes a change that the journal contains, or will contain with its message. */
  enter(change: BookChange): void {
    const before = this.find(change.id);
    const after = changeEntry(before, change);
    if (after) this.#entries.set(nameEntry(change.id), after);
  }

  /**
   * Sets the states of matching, which AEAT finds on its own.
   * @returns the number of entries that exist.
   */
  match(changes: readonly { readonly id: BookId; readonly matching: Matching }[], at: number): number {
    const known = changes.filter(({ id }) => this.find(id));
    const lines = known.map((change) => ({ kind: 'matching' as const, ...change, at }));
    this.#journal.append({ type: 'book', changes: lines });
    for (const line of lines) this.enter(line);
    return known.length;
  }

  /** Empties the book. The journal contains the reset that the registers of VERI*FACTU wrote. */
  clear(): void {
    this.#entries.clear();
  }

  #replay(line: JournalLine): void {
    if (line.type === 'reset') this.clear();
    else if (line.type === 'message' || line.type === 'book')
      for (const change of line.changes) if (!isSpfeChange(change)) this.enter(change);
  }
}

/** @returns undefined for a change of an entry that does not exist. */
function changeEntry(before: BookEntry | undefined, change: BookChange): BookEntry | undefined {
  if (change.kind === 'entry') return registerEntry(before, change);
  if (!before) return undefined;
  switch (change.kind) {
    case 'withdrawal': {
      const { period, csv, presenter, at } = change;
      return {
        ...before,
        status: 'Anulada',
        period,
        code: null,
        text: null,
        csv,
        presenter,
        changedAt: at,
        history: [...before.history, change],
      };
    }
    case 'payments': {
      const { csv, presenter, at } = change;
      const added = change.payments.map((content) => ({ content, csv, presenter, at }));
      return { ...before, payments: [...before.payments, ...added], changedAt: at };
    }
    case 'matching':
      return { ...before, matching: { ...change.matching, at: change.at } };
  }
}

/** An alta after a baja begins without the payments and the matching of the former record. */
function registerEntry(before: BookEntry | undefined, change: EntryChange): BookEntry {
  const { id, lastNumber, period, content, code, text, csv, presenter, at } = change;
  const kept = before?.status === 'Anulada' ? undefined : before;
  return {
    id,
    lastNumber,
    status: code === null ? 'Correcta' : 'AceptadaConErrores',
    period,
    content,
    code,
    text,
    csv,
    presenter,
    presentedAt: at,
    changedAt: at,
    payments: kept?.payments ?? [],
    matching: kept?.matching ?? null,
    history: [...(before?.history ?? []), change],
  };
}
