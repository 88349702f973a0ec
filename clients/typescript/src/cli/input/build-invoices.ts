import type { InvoiceText } from '../batches/chunk.ts';
import { describeCell, readCell } from './cells.ts';
import { type ColumnMap, isObject, readHeader, readSkipped } from './column-map.ts';
import type { Row } from './read-csv.ts';
import type { RowFault, TableInput } from './row-faults.ts';
import { findTarget, type Target } from './targets.ts';
import { type Values, writeMembers } from './write-members.ts';
import { InputFault } from '../faults.ts';

type Members = Map<string, { readonly target: Target; readonly text: string }>;
type Draft = {
  readonly invoice: Members;
  readonly lines: { readonly members: Members; readonly row: number }[];
  readonly row: number;
  readonly rows: number[];
};

/**
 * Builds invoices from a table: rows with the same number form one invoice with a line each.
 * Numbers keep their digits. An invoice with an invalid cell is left out, and the cell is a fault.
 * @throws InputFault if the columns or the map are wrong.
 */
export function buildInvoices([head, ...rows]: readonly Row[], map: ColumnMap): TableInput {
  if (head === undefined) throw new InputFault('The table is empty');
  const columns = readHeader(head.cells, map);
  const isSkipped = readSkipped(head.cells, map);
  const groupBy = map.group_by ?? ['number_serie'];
  const grouping = groupBy.map((path) =>
    columns.findIndex((targets) => targets.some((target) => target.path === path)),
  );
  if (grouping.includes(-1))
    throw new InputFault(`No column contains ${groupBy.join(', ')}, which determines the rows of an invoice`);
  const faults: RowFault[] = [];
  const rowsOf = new Map<number, number[]>();
  const drafts = new Map<string, Draft>();
  let above: { readonly group: string; readonly isLeftOut: boolean } | null = null;
  for (const { line: row, cells } of rows) {
    const isBlank = grouping.every((index) => cells[index]!.trim() === '');
    const isContinued = isBlank && map.fill_down === true && above !== null;
    if (!isContinued)
      above = { group: JSON.stringify(grouping.map((index) => cells[index])), isLeftOut: isSkipped(cells) };
    if (above!.isLeftOut || isSkipped(cells)) continue;
    const { group } = above!;
    if (!isContinued && grouping.some((index) => cells[index]!.trim() === '')) {
      rowsOf.set(row, [row]);
      faults.push({
        row,
        first: row,
        code: 'row',
        place: `column ${head.cells[grouping[0]!]}`,
        externalId: null,
        message:
          'it is empty, so the row belongs to no invoice. If it continues the row above it, set "fill_down" in the map to true',
      });
      continue;
    }
    const draft: Draft = drafts.get(group) ?? { invoice: new Map(), lines: [], row, rows: [] };
    drafts.set(group, draft);
    draft.rows.push(row);
    rowsOf.set(draft.row, draft.rows);
    const members: Members = new Map();
    for (const [index, targets] of columns.entries()) {
      const cell = cells[index]!;
      if (cell.trim() === '') continue;
      const column = head.cells[index]!;
      const fault = (message: string) =>
        faults.push({
          row,
          first: draft.row,
          code: 'cell',
          place: `column ${column}`,
          externalId: null,
          message,
        });
      for (const { target, text } of readColumn(cell, column, targets, map, fault)) {
        if (target.isOfLine) {
          members.set(target.path, { target, text });
          continue;
        }
        const before = draft.invoice.get(target.path);
        if (before !== undefined && before.text !== text)
          fault(`${text} here and ${before.text} in row ${draft.row} of the same invoice`);
        draft.invoice.set(target.path, { target, text });
      }
    }
    if (members.size > 0) draft.lines.push({ members, row });
  }
  const wrong = new Set(faults.map(({ first }) => first));
  const right = [...drafts.values()].filter((draft) => !wrong.has(draft.row));
  return {
    invoices: right.map((draft) => writeDraft(draft, map)),
    faults,
    warnings: [],
    rows: rowsOf,
    notes: [],
  };
}

/**
 * Returns the members that a cell states: those of its column, or what the map says that its value
 * means.
 */
function readColumn(
  cell: string,
  column: string,
  targets: readonly Target[],
  map: ColumnMap,
  fault: (what: string) => void,
): { readonly target: Target; readonly text: string }[] {
  const meanings = map.values?.[column] ?? {};
  const name = cell.trim();
  if (Object.hasOwn(meanings, name)) {
    const meaning = meanings[name];
    if (isObject(meaning))
      return Object.entries(meaning).map(([path, value]) => ({
        target: findTarget(path),
        text: JSON.stringify(value),
      }));
    if (meaning === null) return [];
    return targets.map((target) => ({ target, text: JSON.stringify(meaning) }));
  }
  const known = Object.keys(meanings);
  const told = known.length === 0 ? '' : `, and values of the map has only ${known.join(', ')} for it`;
  if (targets.length === 0 && known.length > 0) fault(`${JSON.stringify(cell)} has no meaning${told}`);
  return targets.flatMap((target) => {
    const text = readCell(cell, target, map);
    if (text !== null) return [{ target, text }];
    fault(`${JSON.stringify(cell)} is ${describeCell(target.type, map)}${told}`);
    return [];
  });
}

function writeDraft({ invoice, lines, row }: Draft, { constants = {} }: ColumnMap): InvoiceText {
  const fixed = Object.entries(constants).map(
    ([path, value]) => [path, { target: findTarget(path), text: JSON.stringify(value) }] as const,
  );
  const complete = (members: Members, isOfLine: boolean): Values =>
    new Map([...fixed.filter(([, { target }]) => target.isOfLine === isOfLine), ...members]);
  const written = lines.map(({ members }) => writeMembers(complete(members, true)));
  return {
    text: writeMembers(complete(invoice, false), { lines: `[${written.join(',')}]` }),
    place: { row, lineRows: lines.map((line) => line.row) },
  };
}
