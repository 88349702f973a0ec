import { InputFault } from '../faults.ts';
import { type Cells, DATE_FORMATS } from './cells.ts';
import { findTarget, type Target } from './targets.ts';

/** The rules for converting a table to invoices; every member is optional. */
export type ColumnMap = {
  /**
   * The member in each column, or several members with the same value; null ignores the column.
   * `"*": null` ignores every column that has no entry. Without it, the header of such a column is
   * itself a member.
   */
  readonly columns?: Readonly<Record<string, string | readonly string[] | null>>;
  /**
   * Members with the same value in every invoice or line, as JSON; a cell with a value takes
   * precedence.
   */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** The members whose values identify the rows of one invoice. */
  readonly group_by?: readonly string[];
  /** Rows that are left out, by values of a column; with a preset, orders by their first row. */
  readonly skip?: Readonly<Record<string, readonly string[]>>;
  /**
   * What the cells of a column mean: the value of its members, null for none, or an object with
   * several members. Other cells are read as they are.
   */
  readonly values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Whether a row without the members of `group_by` continues the invoice of the row above it. */
  readonly fill_down?: boolean;
  /** The encoding of the table; default: that of its byte order mark, otherwise UTF-8. */
  readonly encoding?: string;
  readonly decimal?: Cells['decimal'];
  readonly dates?: Cells['dates'];
  readonly separator?: string;
  /** The shop system that exported the table. */
  readonly preset?: string;
  /** With a preset: the first number of each invoice type. */
  readonly series?: Readonly<Record<string, string>>;
  /** With a preset: whether a NIF in the note of an order is the document of the buyer. */
  readonly document_in_note?: boolean;
  /**
   * With a preset: whether the VAT of other member states is declared through the one-stop shop.
   */
  readonly oss?: boolean;
};

const REST = '*';
const PARTS: readonly (keyof ColumnMap)[] = [
  'columns',
  'constants',
  'group_by',
  'skip',
  'values',
  'fill_down',
  'encoding',
  'decimal',
  'dates',
  'separator',
  'preset',
  'series',
  'oss',
  'document_in_note',
];
const OBJECTS = ['columns', 'constants', 'skip', 'series', 'values'] as const;
const TRUTHS = ['oss', 'fill_down', 'document_in_note'] as const;

/** Reads a map. @throws InputFault if it is invalid. */
export function readColumnMap(text: string): ColumnMap {
  let map: ColumnMap;
  try {
    map = JSON.parse(text) as ColumnMap;
  } catch (error) {
    throw new InputFault(`The map is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(map)) throw new InputFault('The map must be a JSON object');
  const unknown = Object.keys(map).find((part) => !(PARTS as readonly string[]).includes(part));
  if (unknown !== undefined)
    throw new InputFault(`The map has the unknown member ${unknown}; it may have ${PARTS.join(', ')}`);
  for (const part of OBJECTS)
    if (map[part] !== undefined && !isObject(map[part]))
      throw new InputFault(`${part} of the map must be a JSON object`);
  if (map.decimal !== undefined && map.decimal !== '.' && map.decimal !== ',')
    throw new InputFault('decimal of the map must be "." or ","');
  if (map.dates !== undefined && !Object.hasOwn(DATE_FORMATS, map.dates))
    throw new InputFault(`dates of the map must be one of ${Object.keys(DATE_FORMATS).join(', ')}`);
  for (const part of TRUTHS)
    if (map[part] !== undefined && typeof map[part] !== 'boolean')
      throw new InputFault(`${part} of the map must be true or false`);
  if ((map.columns?.[REST] ?? null) !== null)
    throw new InputFault('"*" of the columns of the map can only be null, which ignores all other columns');
  for (const [column, values] of Object.entries(map.skip ?? {}))
    if (!Array.isArray(values)) throw new InputFault(`skip of the map must have a list for ${column}`);
  for (const path of Object.keys(map.constants ?? {})) findTarget(path);
  for (const [column, meanings] of Object.entries(map.values ?? {})) {
    if (!isObject(meanings)) throw new InputFault(`values of the map must have an object for ${column}`);
    for (const meaning of Object.values(meanings))
      if (isObject(meaning)) for (const path of Object.keys(meaning)) findTarget(path);
  }
  return map;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the members of each column; none for ignored ones.
 * @throws InputFault if a column has no member, or two have the same.
 */
export function readHeader(
  header: readonly string[],
  { columns = {}, values = {} }: ColumnMap,
): (readonly Target[])[] {
  const taken = new Set<string>();
  const unknown = [...Object.keys(columns), ...Object.keys(values)].find(
    (column) => column !== REST && !header.includes(column),
  );
  if (unknown !== undefined) throw new InputFault(`The table has no column ${unknown}, which the map names`);
  return header.map((column) => {
    const named = Object.hasOwn(columns, column) ? columns[column]! : undefined;
    const isUnnamed = Object.hasOwn(columns, REST) || Object.hasOwn(values, column);
    if (named === null || (named === undefined && isUnnamed)) return [];
    return [named ?? column.trim()].flat().map((path) => {
      if (taken.has(path)) throw new InputFault(`Two columns contain ${path}`);
      taken.add(path);
      try {
        return findTarget(path);
      } catch {
        throw new InputFault(
          `Column ${column}: ${path} is not a member of an invoice. Name a member in the map, or null to ignore the column; "*": null ignores all columns that the map does not name`,
        );
      }
    });
  });
}

/**
 * Returns a function that tells whether a row is left out.
 * @throws InputFault if the table lacks a column of `skip`.
 */
export function readSkipped(
  header: readonly string[],
  { skip = {} }: ColumnMap,
): (cells: readonly string[]) => boolean {
  const rules = Object.entries(skip).map(([column, values]) => {
    const index = header.indexOf(column);
    if (index === -1) throw new InputFault(`The table has no column ${column}, which skip of the map names`);
    return { index, values: new Set(values) };
  });
  return (cells) => rules.some(({ index, values }) => values.has(cells[index]?.trim() ?? ''));
}
