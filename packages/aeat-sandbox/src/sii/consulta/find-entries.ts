import { findToday, readDay } from '../../records/calendar.ts';
import { findChild, findText, type XmlElement } from '../../xml/element.ts';
import type { Book, BookEntry } from '../book/book.ts';
import type { Matching } from '../book/book-change.ts';
import { textAt } from '../records/content.ts';
import { nameEntry, type BookId, type Period } from '../records/invoice.ts';
import { readIdentity, readPeriod } from '../records/read-invoice.ts';

type Range = { readonly from: number; readonly to: number };

/** FiltroConsulta: what the entries of an answer have in common; null for anything. */
export type EntryFilter = {
  readonly period: Period;
  readonly number: string | null;
  readonly date: string | null;
  /** The NIF or other identifier of the counterparty. */
  readonly counterparty: string | null;
  readonly presented: Range | null;
  readonly matched: Range | null;
  readonly isReplaced: boolean | null;
  readonly matching: string | null;
  /** The last invoice of the previous page. */
  readonly after: BookId | null;
};

/** Reads the filter of a query that the schema allows. */
export function readFilter(filter: XmlElement | undefined): EntryFilter {
  const id = findChild(filter, 'IDFactura');
  const party = findChild(filter, 'Contraparte');
  const replaced = findText(filter, 'FacturaModificada');
  const last = findChild(filter, 'ClavePaginacion');
  return {
    period: readPeriod(filter),
    number: findText(id, 'NumSerieFacturaEmisor'),
    date: findText(id, 'FechaExpedicionFacturaEmisor'),
    counterparty: findText(party, 'NIF') ?? findText(findChild(party, 'IDOtro'), 'ID'),
    presented: readRange(findChild(filter, 'FechaPresentacion')),
    matched: readRange(findChild(filter, 'FechaCuadre')),
    isReplaced: replaced === null ? null : replaced === 'S',
    matching: findText(filter, 'EstadoCuadre'),
    after: last ? readIdentity(last) : null,
  };
}

export type EntryPage = { readonly entries: readonly BookEntry[]; readonly hasMore: boolean };

/**
 * Finds the entries of a taxpayer in the order of their first registration.
 * @param pageSize the maximum number of entries on a page.
 */
export function findEntries(book: Book, nif: string, filter: EntryFilter, pageSize: number): EntryPage {
  const matching = book.list().filter((entry) => entry.id.nif === nif && matches(entry, filter));
  const { after } = filter;
  const from = after ? matching.findIndex(({ id }) => nameEntry(id) === nameEntry(after)) + 1 : 0;
  return {
    entries: matching.slice(from, from + pageSize),
    hasMore: matching.length > from + pageSize,
  };
}

/**
 * Returns the state of matching. Until AEAT compares the books, it is in progress, or not applicable
 * if the other party has no Spanish NIF.
 */
export function matchingOf({
  matching,
  content,
  presentedAt,
}: BookEntry): Matching & { readonly at: number } {
  if (matching) return matching;
  return { state: textAt(content, 'Contraparte', 'NIF') === null ? '1' : '2', at: presentedAt };
}

function matches(entry: BookEntry, filter: EntryFilter): boolean {
  const { id, period, content, presentedAt, history } = entry;
  const party = textAt(content, 'Contraparte', 'NIF') ?? textAt(content, 'Contraparte', 'IDOtro', 'ID');
  const matching = matchingOf(entry);
  return (
    period.year === filter.period.year &&
    period.period === filter.period.period &&
    (filter.number === null || filter.number === id.number) &&
    (filter.date === null || filter.date === id.date) &&
    (filter.counterparty === null || filter.counterparty === party) &&
    isIn(filter.presented, presentedAt) &&
    isIn(filter.matched, matching.at) &&
    (filter.isReplaced === null || filter.isReplaced === isReplaced(history)) &&
    (filter.matching === null || filter.matching === matching.state)
  );
}

/** Returns whether anything but an alta registered the entry since its last alta. */
function isReplaced(history: BookEntry['history']): boolean {
  const last = history.findLast((change) => change.kind === 'entry');
  return last !== undefined && !['A0', 'A5'].includes(last.communication);
}

function readRange(range: XmlElement | undefined): Range | null {
  if (!range) return null;
  const from = readDay(findText(range, 'Desde') ?? '');
  const to = readDay(findText(range, 'Hasta') ?? '') || Number.POSITIVE_INFINITY;
  return { from, to };
}

function isIn(range: Range | null, instant: number): boolean {
  if (range === null) return true;
  const day = findToday(instant);
  return day >= range.from && day <= range.to;
}
