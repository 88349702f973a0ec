import { InputFault } from '../faults.ts';
import { readCell, readDate } from '../input/cells.ts';
import { type ColumnMap, readSkipped } from '../input/column-map.ts';
import type { Row } from '../input/read-csv.ts';
import { findTarget, isTarget } from '../input/targets.ts';
import type { Values } from '../input/write-members.ts';
import { readAmount } from './amounts.ts';
import { OrderFault } from './shop-order.ts';

/** The columns of an export. */
export type TableColumns = {
  /** The columns without which the export cannot be read. */
  readonly columns: readonly string[];
  /**
   * Other names of columns, in other languages or versions of the shop. The first one that a table
   * has counts.
   */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** Columns of the shop that mean something else than the member of the same name. */
  readonly foreign: readonly string[];
};

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
  /**
   * Reads the day of a time in Spain. A time without a zone is one of Spain, unless the name of the
   * column says UTC.
   * @throws OrderFault
   */
  date(column: string): string;
  /**
   * Members of the invoice, or of the line, from columns whose header is a member.
   * @throws OrderFault
   */
  members(isOfLine: boolean): Values;
};

/**
 * Reads an export. Names of columns are compared without case.
 * @throws InputFault if it lacks a column.
 */
export function readTable(
  [head, ...rows]: readonly Row[],
  map: ColumnMap,
  { columns: needed, foreign, names: others = {} }: TableColumns,
): ShopRow[] {
  if (head === undefined) throw new InputFault('The table is empty');
  const heads = head.cells.map((name) => name.trim().toLowerCase());
  const places = new Map<string, number>();
  const locate = (column: string): number => {
    const known = places.get(column);
    if (known !== undefined) return known;
    const candidates = [column, ...(others[column] ?? [])].map((name) => heads.indexOf(name.toLowerCase()));
    const place = candidates.find((index) => index !== -1) ?? -1;
    places.set(column, place);
    return place;
  };
  const lacking = needed.filter((name) => locate(name) === -1);
  if (lacking.length > 0)
    throw new InputFault(
      `The table has no column ${lacking.map((name) => others[name]?.[0] ?? name).join(', ')}: check --preset, and export all columns of the orders`,
    );
  const isSkipped = readSkipped(head.cells, map);
  const added = head.cells.flatMap((name, index) =>
    isTarget(name.trim()) && !foreign.includes(name.trim())
      ? [{ index, target: findTarget(name.trim()) }]
      : [],
  );
  return rows.map(({ line: row, cells }) => {
    const text = (column: string) => cells[locate(column)]?.trim() ?? '';
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
        const form = map.dates ?? 'yyyy-mm-dd';
        const [, day, time = '', zone = null] = INSTANT.exec(text(column)) ?? [];
        const date = day === undefined ? null : readDate(`${day} ${time || '00:00'}`, form);
        if (date === null) throw refuse(column, `not a date of the form ${form}`);
        const isUtc = time !== '' && /\butc\b/i.test(column);
        const stated = zone ?? (isUtc ? 'Z' : null);
        return stated === null ? date : toSpanishDay(date, time, stated);
      },
      members(isOfLine) {
        return new Map(
          added
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

/** A day, and the time and the zone that can follow it. */
const INSTANT = /^([\d/.-]+)(?:[ T](\d{1,2}:\d{2}[:.\d]*))?(?: ?([A-Z]+|[+-]\d{2}:?\d{2}))?$/i;

/**
 * Returns the day in Spain of a time of another zone.
 * @param zone `Z`, `UTC`, or a difference from UTC such as `+0100`.
 */
function toSpanishDay(date: string, time: string, zone: string): string {
  const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const instant = new Date(`${date}T${time.slice(0, 5).padStart(5, '0')}:00${offset}`);
  if (Number.isNaN(instant.getTime())) throw new OrderFault(`${JSON.stringify(zone)} is not a time zone`);
  return instant.toLocaleDateString('sv', { timeZone: 'Europe/Madrid' });
}

/**
 * Groups the rows of each order, in the order of the file.
 * @throws InputFault if a row names none.
 */
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
