import { InputFault } from '../faults.ts';
import { readCell, readDate } from '../input/cells.ts';
import { type ColumnMap, readSkipped } from '../input/column-map.ts';
import type { Row } from '../input/read-csv.ts';
import { findTarget, isTarget } from '../input/targets.ts';
import type { Values } from '../input/write-members.ts';
import { readAmount } from './amounts.ts';
import { OrderFault } from './shop-order.ts';

/** A row of an export, whose cells are read by the names of their columns. */
export type ShopRow = {
  /** From 1. */
  readonly row: number;
  /** Whether the map leaves out orders whose first row is this one. */
  readonly isSkipped: boolean;
  /** Returns a cell without outer blanks; empty if the export lacks the column. */
  text(column: string): string;
  /** @throws OrderFault if the cell is no amount. */
  amount(column: string): number;
  /** Reads a date, whose time is ignored. @throws OrderFault */
  date(column: string): string;
  /** Members of the invoice, or of the line, from columns whose header is a member. @throws OrderFault */
  members(isOfLine: boolean): Values;
};

/** Reads an export. Names of columns are compared without case. @throws InputFault if it lacks a column. */
export function readTable(
  [head, ...rows]: readonly Row[],
  map: ColumnMap,
  { columns: needed, foreign }: { readonly columns: readonly string[]; readonly foreign: readonly string[] },
): ShopRow[] {
  if (head === undefined) throw new InputFault('The table is empty');
  const names = head.cells.map((name) => name.trim().toLowerCase());
  const lacking = needed.filter((name) => !names.includes(name.toLowerCase()));
  if (lacking.length > 0)
    throw new InputFault(
      `The table has no column ${lacking.join(', ')}: check --preset, and export all columns of the orders`,
    );
  const isSkipped = readSkipped(head.cells, map);
  const own = head.cells.flatMap((name, index) =>
    isTarget(name.trim()) && !foreign.includes(name.trim())
      ? [{ index, target: findTarget(name.trim()) }]
      : [],
  );
  return rows.map(({ line: row, cells }) => {
    const text = (column: string) => cells[names.indexOf(column.toLowerCase())]?.trim() ?? '';
    const refuse = (column: string, what: string) =>
      new OrderFault(`column ${column}: ${JSON.stringify(text(column))} is ${what}`);
    return {
      row,
      isSkipped: isSkipped(cells),
      text,
      amount(column) {
        const amount = readAmount(text(column), map.decimal ?? '.');
        if (amount === null) throw refuse(column, 'not an amount');
        return amount;
      },
      date(column) {
        // The difference from UTC, which Shopify writes after the time.
        const [day = '', time = ''] = text(column).split(' ');
        const date = readDate(`${day} ${time || '00:00'}`, map.dates ?? 'yyyy-mm-dd');
        if (date === null) throw refuse(column, `not a date of the form ${map.dates ?? 'yyyy-mm-dd'}`);
        return date;
      },
      members(isOfLine) {
        return new Map(
          own
            .filter(({ index, target }) => target.isOfLine === isOfLine && cells[index]!.trim() !== '')
            .map(({ index, target }) => {
              const value = readCell(cells[index]!.trim(), target, map);
              if (value === null) throw refuse(target.path, `not a value of ${target.path}`);
              return [target.path, { target, text: value }] as const;
            }),
        );
      },
    };
  });
}

/** Groups the rows of each order, in the order of the file. @throws InputFault if a row names none. */
export function groupRows(rows: readonly ShopRow[], read: (row: ShopRow) => string): ShopRow[][] {
  const groups = new Map<string, ShopRow[]>();
  for (const row of rows) {
    const key = read(row);
    if (key === '') throw new InputFault(`row ${row.row} names no order`);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}
