import { InputFault } from '../faults.ts';
import { INVOICE_MEMBERS, LINE_MEMBERS, type MemberType } from '../members.ts';

/** How a table becomes invoices; every member may be left out. */
export type ColumnMap = {
  /** The member that each column holds, lines' as `lines.concept`; null leaves a column out. */
  readonly columns?: Readonly<Record<string, string | null>>;
  /** Members that are the same in every invoice or line, as JSON. */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** The members whose values rows of one invoice share. */
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

/** Reads a map. @throws InputFault */
export function readColumnMap(text: string): ColumnMap {
  let map: ColumnMap;
  try {
    map = JSON.parse(text) as ColumnMap;
  } catch (error) {
    throw new InputFault(`The map is not JSON: ${(error as Error).message}`);
  }
  const unknown = Object.keys(map).find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new InputFault(`The map has ${unknown}, and may have ${PARTS.join(', ')}`);
  if (map.decimal !== undefined && map.decimal !== '.' && map.decimal !== ',')
    throw new InputFault('decimal of the map is "." or ","');
  for (const path of Object.keys(map.constants ?? {})) findTarget(path);
  return map;
}

/** @throws InputFault for a member that invoices do not have. */
export function findTarget(path: string): Target {
  const isOfLine = path.startsWith('lines.');
  const name = isOfLine ? path.slice('lines.'.length) : path;
  const members = isOfLine ? LINE_MEMBERS : INVOICE_MEMBERS;
  const type = Object.hasOwn(members, name) ? members[name] : undefined;
  if (type === undefined) throw new InputFault(`${path} is no member of an invoice`);
  return { path, isOfLine, name, type };
}

/** What each column holds; null for those that are left out. @throws InputFault where it is not said, or two hold the same. */
export function readHeader(header: readonly string[], { columns = {} }: ColumnMap): (Target | null)[] {
  const taken = new Set<string>();
  const unknown = Object.keys(columns).find((column) => !header.includes(column));
  if (unknown !== undefined) throw new InputFault(`The table has no column ${unknown}, which the map names`);
  return header.map((column) => {
    const path = Object.hasOwn(columns, column) ? columns[column]! : column.trim();
    if (path === null) return null;
    if (taken.has(path)) throw new InputFault(`Two columns hold ${path}`);
    taken.add(path);
    try {
      return findTarget(path);
    } catch {
      throw new InputFault(
        `Column ${column}: ${path} is no member of an invoice. The map says which one it is, or null to leave it out`,
      );
    }
  });
}
