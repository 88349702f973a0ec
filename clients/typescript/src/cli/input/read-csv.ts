import { InputFault } from '../faults.ts';

/** A record of a table, with the line of the file in which it begins, from 1. */
export type Row = { readonly line: number; readonly cells: readonly string[] };

const MAX_HEAD = 65_536;
const SEPARATORS = [';', ',', '\t', '|'];
/** The line in which Excel states the separator of a table. */
const STATED = /^\uFEFF?"?sep=(.)"?(?:\r\n|\n|\r)/i;

/**
 * Detects the separator of a table: what its first line states (`sep=;`), otherwise the most
 * frequent candidate in it, outside of quotes.
 */
export function detectSeparator(text: string): string {
  const stated = STATED.exec(text)?.[1];
  if (stated !== undefined) return stated;
  const [head = ''] = text
    .slice(0, MAX_HEAD)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r|\n/, 1);
  const count = (separator: string) => head.split(separator).length;
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0]!;
}

/**
 * Reads a table (RFC 4180) with quotes, doubled quotes and line breaks in quotes, as shops and
 * Excel write it: a line `sep=;`, rows without any value and columns without a name and values are
 * skipped, and cells that a row lacks at its end are empty.
 * @throws InputFault with the line.
 */
export function readCsv(text: string, separator: string): Row[] {
  const stated = STATED.exec(text)?.[0];
  const rows: Row[] = [];
  let line = stated === undefined ? 1 : 2;
  let at = stated?.length ?? (text.startsWith('\uFEFF') ? 1 : 0);
  while (at < text.length) {
    const begin = line;
    const cells: string[] = [];
    for (;;) {
      let cell: string;
      if (text[at] === '"') {
        const end = findClosingQuote(text, at, begin);
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        line += cell.split(/\r\n|\n|\r/).length - 1;
        at = end + 1;
        if (at < text.length && text[at] !== separator && !isBreak(text, at))
          throw new InputFault(`Line ${line}: a closing quote is followed by other characters`);
      } else {
        const end = findCellEnd(text, at, separator);
        cell = text.slice(at, end);
        at = end;
      }
      cells.push(unwrap(cell));
      if (text[at] !== separator) break;
      at += 1;
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    line += 1;
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: begin, cells });
  }
  return alignRows(rows);
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Writes a table as Excel reads it, with a byte order mark. */
export function writeCsv(rows: readonly Row[], separator: string): string {
  return `\uFEFF${rows.map(({ cells }) => `${cells.map(quote).join(separator)}\r\n`).join('')}`;
}

const isBreak = (text: string, at: number) => text[at] === '\n' || text[at] === '\r';

/**
 * Returns the value of a cell that is written as a formula, by which exports keep the zeros at the
 * beginning of a number in Excel: `="08001"`.
 */
function unwrap(cell: string): string {
  const [, value] = /^="([^"]*)"$/.exec(cell) ?? [];
  return value ?? cell;
}

/**
 * Gives each row the cells of the first one. Excel writes columns that are empty, and leaves out
 * empty cells at the end of a row.
 */
function alignRows(rows: readonly Row[]): Row[] {
  const [head] = rows;
  if (head === undefined) return [];
  const isUsed = (index: number) =>
    (head.cells[index] ?? '').trim() !== '' || rows.some(({ cells }) => (cells[index] ?? '').trim() !== '');
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const used = Array.from({ length: width }, (_none, index) => index).filter(isUsed);
  const beyond = used.filter((index) => (head.cells[index] ?? '').trim() === '');
  for (const { line, cells } of rows) {
    const wrong = beyond.find((index) => (cells[index] ?? '').trim() !== '');
    if (wrong !== undefined)
      throw new InputFault(
        `row ${line} has ${cells.length} cells, but the first row has a name for ${head.cells.filter((name) => name.trim() !== '').length}: ${JSON.stringify(cells[wrong])} is in no column. ` +
          'Put texts that contain the separator into quotes, and give every column a name',
      );
  }
  return rows.map(({ line, cells }) => ({ line, cells: used.map((index) => cells[index] ?? '') }));
}

function findCellEnd(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && !isBreak(text, at)) at += 1;
  return at;
}

function findClosingQuote(text: string, from: number, line: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  throw new InputFault(`Line ${line}: a quote is never closed`);
}
