import { InputFault } from '../faults.ts';
import type { MemberType } from '../members.ts';
import { type ColumnMap, findTarget, readHeader, type Target } from './column-map.ts';
import type { Row } from './read-csv.ts';

const MAX_TOLD = 20;

/** The members of an object with their JSON texts. */
type Members = Map<string, string>;
type Draft = { readonly invoice: Members; readonly lines: Members[]; readonly line: number };

/**
 * Builds invoices from a table: rows with the same number form one invoice with a line each. Numbers keep their digits.
 * @throws InputFault that names the invalid cells by row and column.
 */
export function buildInvoices([head, ...rows]: readonly Row[], map: ColumnMap): string[] {
  if (head === undefined) throw new InputFault('The table is empty');
  const targets = readHeader(head.cells, map);
  const groupBy = map.group_by ?? ['number_serie'];
  const grouping = groupBy.map((path) => targets.findIndex((target) => target?.path === path));
  if (grouping.includes(-1))
    throw new InputFault(`No column contains ${groupBy.join(', ')}, which determines the rows of an invoice`);
  const faults: string[] = [];
  const drafts = new Map<string, Draft>();
  for (const { line, cells } of rows) {
    if (cells.length !== head.cells.length) {
      faults.push(`row ${line} has ${cells.length} cells, but the first row has ${head.cells.length}`);
      continue;
    }
    const group = JSON.stringify(grouping.map((index) => cells[index]));
    if (grouping.some((index) => cells[index]!.trim() === '')) {
      faults.push(
        `row ${line}, column ${head.cells[grouping[0]!]}: it is empty, so the row belongs to no invoice`,
      );
      continue;
    }
    const draft: Draft = drafts.get(group) ?? { invoice: new Map(), lines: [], line };
    drafts.set(group, draft);
    const members: Members = new Map();
    for (const [index, target] of targets.entries()) {
      const cell = cells[index]!;
      if (target === null || cell.trim() === '') continue;
      const fault = (what: string) => faults.push(`row ${line}, column ${head.cells[index]}: ${what}`);
      const text = writeCell(cell, target.type, map.decimal ?? '.');
      if (text === null) {
        fault(`${JSON.stringify(cell)} is ${describe(target, map)}`);
      } else if (target.isOfLine) {
        members.set(target.name, text);
      } else {
        const before = draft.invoice.get(target.name);
        if (before !== undefined && before !== text)
          fault(`${text} here and ${before} in row ${draft.line} of the same invoice`);
        draft.invoice.set(target.name, text);
      }
    }
    if (members.size > 0) draft.lines.push(members);
  }
  if (faults.length > 0) throw new InputFault(listFaults(faults));
  return [...drafts.values()].map((draft) => writeInvoice(draft, map));
}

function writeInvoice({ invoice, lines }: Draft, { constants = {} }: ColumnMap): string {
  const fixed = Object.entries(constants).map(
    ([path, value]) => [findTarget(path), JSON.stringify(value)] as const,
  );
  const complete = (members: Members, isOfLine: boolean): Members => {
    const own = fixed.filter(([target]) => target.isOfLine === isOfLine);
    return new Map([...own.map(([{ name }, text]) => [name, text] as const), ...members]);
  };
  const written = lines.map((line) => writeMembers(complete(line, true)));
  return writeMembers(new Map([...complete(invoice, false), ['lines', `[${written.join(',')}]`]]));
}

const writeMembers = (members: Members) =>
  `{${[...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;

const BOOLEANS: Readonly<Record<string, string>> = {
  true: 'true',
  false: 'false',
  '1': 'true',
  '0': 'false',
};

/** Returns a cell as JSON; null if it does not have the type. Thousands separators are not allowed, since "1.234" would be ambiguous. */
function writeCell(cell: string, type: MemberType, decimal: '.' | ','): string | null {
  if (type === 'string') return JSON.stringify(cell);
  const text = cell.trim();
  if (type === 'boolean') return BOOLEANS[text.toLowerCase()] ?? null;
  const pattern =
    type === 'integer' ? /^[+-]?\d+$/ : decimal === ',' ? /^[+-]?\d+(?:,\d+)?$/ : /^[+-]?\d+(?:\.\d+)?$/;
  if (!pattern.test(text)) return null;
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(',', '.');
}

function describe({ type }: Target, { decimal = '.' }: ColumnMap): string {
  if (type === 'number')
    return `not a number with a decimal ${decimal === ',' ? 'comma' : 'point'} and without thousands separators`;
  return type === 'boolean' ? 'neither true nor false' : 'not a whole number';
}

function listFaults(faults: readonly string[]): string {
  const more = faults.length > MAX_TOLD ? [`and ${faults.length - MAX_TOLD} more`] : [];
  return [`The table has ${faults.length} errors:`, ...faults.slice(0, MAX_TOLD), ...more].join('\n  ');
}
