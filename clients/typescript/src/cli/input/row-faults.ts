import type { InvoiceText } from '../batches/chunk.ts';

/** What is wrong with an invoice of a table, or questionable about it. */
export type RowFault = {
  /** The row to which it refers, from 1. */
  readonly row: number;
  /** The first row of its invoice. */
  readonly first: number;
  /** `cell`, `row` or `order`, or the code of a warning. */
  readonly code: string;
  /** The column, or the order, as in messages. */
  readonly place: string | null;
  /** The id of the order. */
  readonly externalId: string | null;
  readonly message: string;
};

/** The invoices of a table, without those that have faults. */
export type TableInput = {
  readonly invoices: readonly InvoiceText[];
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
  /** All rows of each invoice, also of those with faults, by the first one. */
  readonly rows: ReadonlyMap<number, readonly number[]>;
  /** What was left out, for people. */
  readonly notes: readonly string[];
};

const MAX_TOLD = 20;

/** Describes the faults of a table, each with its row. At most 20 of them. */
export function describeFaults(faults: readonly RowFault[]): string {
  const told = faults
    .slice(0, MAX_TOLD)
    .map(({ row, place, message }) => `row ${row}${place === null ? ' ' : `, ${place}: `}${message}`);
  const more =
    faults.length > MAX_TOLD ? [`and ${faults.length - MAX_TOLD} more, which "validate" lists`] : [];
  const many = faults.length === 1 ? 'an error' : `${faults.length} errors`;
  return [`The table has ${many}:`, ...told, ...more].join('\n  ');
}
