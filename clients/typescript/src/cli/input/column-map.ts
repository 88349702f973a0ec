import { InputFault } from '../faults.ts';
import { INVOICE_MEMBERS, LINE_MEMBERS, type MemberType } from '../members.ts';

/** The rules for converting a table to invoices; every member is optional. */
export type ColumnMap = {
  /** The member in each column, for members of lines such as `lines.concept`; null ignores a column. */
  readonly columns?: Readonly<Record<string, string | null>>;
  /** Members with the same value in every invoice or line, as JSON. */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** The members whose values identify the rows of one invoice. */
  readonly group_by?: readonly string[];
  readonly decimal?: '.' | ',';
  readonly separator?: string;
};

/** A member of an invoice or of a line. */
export type Target = {
  readonly path: string;
  readonly isOfLine: boolean;
  readonly name: string;
  readonly type: MemberType;
};

const PARTS = ['columns', 'constants', 'group_by', 'decimal', 'separator'];

/** Reads a map. @throws InputFault if it is invalid. */
export function readColumnMap(text: string): ColumnMap {
  let map: ColumnMap;
  try {
    map = JSON.parse(text) as ColumnMap;
  } catch (error) {
    throw new InputFault(`The map is not JSON: ${(error as Error).message}`);
  }
  const unknown = Object.keys(map).find((part) => !PARTS.includes(part));
  if (unknown !== undefined)
    throw new InputFault(`The map has the unknown member ${unknown}; it may have ${PARTS.join(', ')}`);
  if (map.decimal !== undefined && map.decimal !== '.' && map.decimal !== ',')
    throw new InputFault('decimal of the map must be "." or ","');
  for (const path of Object.keys(map.constants ?? {})) findTarget(path);
  return map;
}

/** Finds a member of an invoice or line. @throws InputFault for an unknown member. */
export function findTarget(path: string): Target {
  const isOfLine = path.startsWith('lines.');
  const name = isOfLine ? path.slice('lines.'.length) : path;
  const members = isOfLine ? LINE_MEMBERS : INVOICE_MEMBERS;
  const type = Object.hasOwn(members, name) ? members[name] : undefined;
  if (type === undefined) throw new InputFault(`${path} is not a member of an invoice`);
  return { path, isOfLine, name, type };
}

/** Returns the member of each column; null for ignored ones. @throws InputFault if a column has no member, or two have the same. */
export function readHeader(header: readonly string[], { columns = {} }: ColumnMap): (Target | null)[] {
  const taken = new Set<string>();
  const unknown = Object.keys(columns).find((column) => !header.includes(column));
  if (unknown !== undefined) throw new InputFault(`The table has no column ${unknown}, which the map names`);
  return header.map((column) => {
    const path = Object.hasOwn(columns, column) ? columns[column]! : column.trim();
    if (path === null) return null;
    if (taken.has(path)) throw new InputFault(`Two columns contain ${path}`);
    taken.add(path);
    try {
      return findTarget(path);
    } catch {
      throw new InputFault(
        `Column ${column}: ${path} is not a member of an invoice. Name a member in the map, or null to ignore the column`,
      );
    }
  });
}
