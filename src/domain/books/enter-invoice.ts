import type { BookRow } from '../../contracts/v2/book-columns.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { formatCents, negateDecimal, readCents } from '../money/decimals.ts';
import { CASH_ACCOUNTING, codeOfCollection } from './codes.ts';
import { type BookNote, note } from './notes.ts';
import type { BookEntry, BookInvoice, BookOptions } from './book-entry.ts';
import { periodOf, quarterOf } from './quarters.ts';
import { writeRows } from './write-rows.ts';

/**
 * Enters an issued invoice in the book of issued invoices (RIVA art. 63) in AEAT's common electronic
 * format: a row per rate, surcharge, qualification, exemption and key. A rectification by
 * substitution comes after the rows of what it replaces, with negative amounts (validation V8).
 * The invoices that an F3 replaces stay in the book, because Pre303 does not count the F3.
 */
export function enterInvoice(invoice: BookInvoice, options: BookOptions): BookEntry {
  const { document, annulledOn, isAnnulmentRefused, isRejected } = invoice;
  if (annulledOn !== null && !isAnnulmentRefused)
    return { rows: [], notes: [note('annulled', { day: annulledOn })] };
  const own = writeRows(document, invoice.externalInvoiceId, options);
  const before = enterReplaced(invoice, options);
  const collected = enterCollections(own.rows, invoice.collections);
  return {
    rows: [...before.rows, ...own.rows, ...collected.rows],
    notes: [
      ...(annulledOn === null ? [] : [note('annulment_refused', { day: annulledOn })]),
      ...(isRejected ? [note('rejected')] : []),
      ...own.notes,
      ...before.notes,
      ...collected.notes,
    ],
  };
}

function enterReplaced({ document, replaced }: BookInvoice, options: BookOptions): BookEntry {
  const rows: BookRow[] = [];
  const notes: BookNote[] = [];
  const own = nameQuarter(document);
  let base = 0n;
  let isComplete = replaced.length > 0;
  for (const { number, issueDate: day, document: original, isAnnulled } of replaced) {
    if (original === null || isAnnulled) {
      isComplete = false;
      notes.push(note(isAnnulled ? 'original_annulled' : 'original_elsewhere', { number, day }));
      continue;
    }
    const entered = writeRows(original, null, options).rows;
    for (const row of entered) {
      rows.push(negateRow(row));
      base += readCents(row.base!);
    }
    if (nameQuarter(original) !== own) notes.push(note('earlier_quarter', { number }));
  }
  const stated = document.rectification?.replaced?.base;
  if (isComplete && stated !== undefined && readCents(stated) !== base)
    notes.push(note('replaced_differs', { stated, found: formatCents(base) }));
  return { rows, notes };
}

function nameQuarter(document: InvoiceDocument): string {
  return Object.values(quarterOf(periodOf(document))).join(' ');
}

const NEGATED = [
  'computable_income',
  'total',
  'base',
  'tax',
  'equivalence_surcharge',
  'withholding',
] as const;

function negateRow(row: BookRow): BookRow {
  const negated: Record<string, string> = {};
  for (const name of NEGATED) if (row[name] !== undefined) negated[name] = negateDecimal(row[name]);
  return { ...row, ...negated };
}

/** The columns that a row with a collection repeats. Pre303 tests the qualification there. */
const REPEATED = [
  'activity_code',
  'activity_type',
  'activity_group',
  'invoice_type',
  'issue_date',
  'operation_date',
  'series',
  'number',
  'recipient_document_type',
  'recipient_country',
  'recipient_document_number',
  'recipient_name',
  'tax_regime',
  'tax_operation_key',
  'external_reference',
] as const;
const MOST_OF_ACCOUNT = 34;

function enterCollections(rows: readonly BookRow[], collections: BookInvoice['collections']): BookEntry {
  const [row] = rows.filter(({ tax_regime: key }) => key === CASH_ACCOUNTING);
  if (row === undefined) return { rows: [], notes: [] };
  if (collections === null) return { rows: [], notes: [note('collections_unknown')] };
  const common = Object.fromEntries(
    REPEATED.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
  );
  return {
    rows: collections.map(({ date, amount, means, account }) => ({
      ...common,
      ...quarterOf(date),
      collection_date: date,
      collection_amount: amount,
      collection_means: codeOfCollection(means),
      ...(account !== null && { collection_account: account.slice(0, MOST_OF_ACCOUNT) }),
    })),
    notes: [],
  };
}
