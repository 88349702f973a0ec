import { InputFault } from '../faults.ts';

/** A record of a table, with the line of the file in which it begins, from 1. */
export type Row = { readonly line: number; readonly cells: readonly string[] };

const MAX_HEAD = 65_536;
const SEPARATORS = [';', ',', '\t', '|'];

/** Detects the separator of a table: the most frequent candidate in its first line, outside of quotes. */
export function detectSeparator(text: string): string {
  const [head = ''] = text
    .slice(0, MAX_HEAD)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split('\n', 1);
  const count = (separator: string) => head.split(separator).length;
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0]!;
}

/** Reads a table (RFC 4180) with quotes, doubled quotes and line breaks in quotes; skips empty lines. @throws InputFault with the line. */
export function readCsv(text: string, separator: string): Row[] {
  const rows: Row[] = [];
  let line = 1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const begin = line;
    const cells: string[] = [];
    for (;;) {
      let cell: string;
      if (text[at] === '"') {
        const end = findClosingQuote(text, at, begin);
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        line += cell.split('\n').length - 1;
        at = end + 1;
        if (at < text.length && text[at] !== separator && !isBreak(text, at))
          throw new InputFault(`Line ${line}: a closing quote is followed by other characters`);
      } else {
        const end = findCellEnd(text, at, separator);
        cell = text.slice(at, end);
        at = end;
      }
      cells.push(cell);
      if (text[at] !== separator) break;
      at += 1;
    }
    at += text[at] === '\r' ? 2 : 1;
    line += 1;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begin, cells });
  }
  return rows;
}

const isBreak = (text: string, at: number) =>
  text[at] === '\n' || (text[at] === '\r' && text[at + 1] === '\n');

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
