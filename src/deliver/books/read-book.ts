import type { Connection } from '../../platform/postgres/database.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import type { BookParameters } from '../../contracts/v2/book-parameters.ts';
import * as sql from './books.sql.ts';

/** A book of issued invoices: whose, and from which to which day, both inclusive. */
export type WantedBook = {
  readonly organizationId: number;
  readonly issuerNif: string;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
};

/** An invoice of a book. */
export type ListedInvoice = {
  readonly id: number;
  readonly issueDate: string;
  readonly invoiceNumber: string;
  /**
   * The day of the operation of an invoice that was issued in the period and belongs to that day's
   * book; null if it belongs to this one.
   */
  readonly elsewhereOn: string | null;
};

/** Invoices that one statement examines. */
const PAGE = 2000;
/** Few invoices are issued outside of the period of their operation; each page reads all of them. */
const PAGE_BY_OPERATION = 20_000;
/**
 * Invoices of one day that are sorted by number. Beyond them the numbers of a day are sorted in
 * runs of this length, so that memory is bounded.
 */
const MOST_SORTED = 50_000;
const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

/**
 * Returns the name of an issuer and its parameters for the book, or null if the organization has
 * issued no invoice of this issuer.
 */
export async function describeBookIssuer(
  connection: Connection,
  organizationId: number,
  issuerNif: string,
): Promise<{ readonly name: string; readonly parameters: BookParameters | null } | null> {
  const statement = sql.describeBookIssuer(organizationId, issuerNif);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  return rows[0] ?? null;
}

/**
 * Checks that the documents of a book are in the database.
 * @throws MonthArchivedError with the first month that is not.
 */
export async function requireBookHere(connection: Connection, wanted: WantedBook): Promise<void> {
  const { organizationId, issuerNif, from, to } = wanted;
  const statement = sql.findArchivedMonthOfBook(organizationId, issuerNif, from, to);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  if (rows[0] !== undefined) throw new MonthArchivedError(rows[0].month!);
}

/**
 * Lists the invoices of a book: those whose operation was in its period, and the rectifications that
 * were issued in it; also those that were issued in it and belong to another book. Yields them in the order of their issue dates and, within a day, of their
 * numbers. Each statement reads a page, so invoices that are issued meanwhile may be missing.
 */
export async function* listBook(
  connection: Connection,
  wanted: WantedBook,
): AsyncGenerator<ListedInvoice[], void, void> {
  let day: ListedInvoice[] = [];
  for await (const page of listPages(connection, wanted)) {
    const ended: ListedInvoice[] = [];
    for (const invoice of page) {
      if (day.length === MOST_SORTED || (day.length > 0 && day[0]!.issueDate !== invoice.issueDate)) {
        for (const one of sortByNumber(day)) ended.push(one);
        day = [];
      }
      day.push(invoice);
    }
    if (ended.length > 0) yield ended;
  }
  if (day.length > 0) yield sortByNumber(day);
}

async function* listPages(connection: Connection, wanted: WantedBook): AsyncGenerator<ListedInvoice[]> {
  const { from, to } = wanted;
  yield* listByOperation(connection, wanted, FIRST_DAY, dayBefore(from));
  yield* listIssued(connection, wanted);
  yield* listByOperation(connection, wanted, dayAfter(to), LAST_DAY);
}

async function* listIssued(connection: Connection, wanted: WantedBook): AsyncGenerator<ListedInvoice[]> {
  const { organizationId, issuerNif, from, to } = wanted;
  let after = { date: from, id: 0 };
  for (;;) {
    const statement = sql.listBook(organizationId, issuerNif, from, to, after.date, after.id, PAGE);
    const { rows } = await readAsOrganization(connection, organizationId, statement);
    const listed = rows.flatMap(({ id, issueDate, invoiceNumber, elsewhereOn }) =>
      id === null ? [] : [{ id, issueDate: issueDate!, invoiceNumber: invoiceNumber!, elsewhereOn }],
    );
    yield listed;
    const { examinedDate, examinedId } = rows[0]!;
    if (examinedId === null) return;
    after = { date: examinedDate!, id: examinedId };
  }
}

async function* listByOperation(
  connection: Connection,
  { organizationId, issuerNif, from, to }: WantedBook,
  issuedFrom: string,
  issuedTo: string,
): AsyncGenerator<ListedInvoice[]> {
  let after = { date: FIRST_DAY, id: 0 };
  for (;;) {
    const { rows } = await readAsOrganization(
      connection,
      organizationId,
      sql.listBookByOperation(
        organizationId,
        issuerNif,
        from,
        to,
        issuedFrom,
        issuedTo,
        after.date,
        after.id,
        PAGE_BY_OPERATION,
      ),
    );
    yield rows.map((row) => ({ ...row, elsewhereOn: null }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_BY_OPERATION) return;
    after = { date: last.issueDate, id: last.id };
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** Sorts invoices by their numbers, in which digits count as numbers: F-2 precedes F-10. */
function sortByNumber(invoices: readonly ListedInvoice[]): ListedInvoice[] {
  const keys = new Map(invoices.map((invoice) => [invoice, keyOf(invoice.invoiceNumber)]));
  return invoices.toSorted((one, other) => {
    const [a, b] = [keys.get(one)!, keys.get(other)!];
    return a < b ? -1 : a > b ? 1 : one.id - other.id;
  });
}

/** The longest number has 60 characters. */
const MOST_DIGITS = 60;
const keyOf = (number: string) => number.replaceAll(/\d+/g, (digits) => digits.padStart(MOST_DIGITS, '0'));
