import { readFileSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { type FileInvoice, readInvoice } from '../batches/chunk.ts';
import { InputFault } from '../faults.ts';
import type { FindIssued } from '../shops/shop-order.ts';
import { findShop, readShop } from '../shops/read-shop.ts';
import { buildInvoices } from './build-invoices.ts';
import { type ColumnMap, readColumnMap } from './column-map.ts';
import { detectSeparator, readCsv } from './read-csv.ts';
import { type JsonInput, readJsonFile, readNdjsonFile } from './read-json.ts';
import { type OperationDate, settleDates } from './settle-dates.ts';

export type Reading = {
  /** The file with a column map, for tables. */
  readonly map?: string | undefined;
  /** The shop system that exported a table; the map can name it too. */
  readonly preset?: string | undefined;
  readonly encoding?: string | undefined;
  readonly operationDate: OperationDate | null;
  readonly findIssued: FindIssued;
};

/** The content of a file. */
export type FileInput = {
  readonly invoices: readonly FileInvoice[];
  readonly label: string | null;
  /** What was left out of a table, for people. */
  readonly notes: readonly string[];
  /** Whether the file is an export, in which the same orders may be again. */
  readonly isExport: boolean;
};

type Content = JsonInput & Partial<Pick<FileInput, 'notes' | 'isExport'>>;

/** Reads a file of invoices in the format of its file name extension. @throws InputFault with the file's name. */
export async function readFile(file: string, reading: Reading): Promise<FileInput> {
  const readContent = chooseReader(file, reading);
  const text = decode(file, reading.encoding ?? 'utf-8');
  try {
    const { invoices, label, notes = [], isExport = false } = await readContent(text);
    if (invoices.length === 0) throw new InputFault(['it contains no invoices', ...notes].join('\n  '));
    const read = invoices.map((one) => readInvoice(one.text, one.place));
    return {
      invoices: isExport ? read : read.map((one, index) => settle(one, index, reading)),
      label,
      notes: notes.map((note) => `${file}: ${note}`),
      isExport,
    };
  } catch (error) {
    if (error instanceof InputFault) throw new InputFault(`${file}: ${error.message}`);
    throw error;
  }
}

/** Settles the date of an invoice. It keeps its fingerprint, by which the state file knows it. */
function settle(invoice: FileInvoice, index: number, { operationDate }: Reading): FileInvoice {
  const { text, place } = invoice;
  const where = place === null ? `invoices[${index}]` : `the invoice in row ${place.row}`;
  return { ...invoice, text: settleDates(text, operationDate, where) };
}

function chooseReader(file: string, reading: Reading): (text: string) => Content | Promise<Content> {
  const [, ending] = /\.(\w+)$/.exec(file.toLowerCase()) ?? [];
  if (ending === 'csv' || ending === 'tsv') return (text) => readTable(text, reading);
  if (reading.preset !== undefined)
    throw new InputFault(`${file}: --preset reads tables, whose names end with .csv or .tsv`);
  if (ending === 'json') return readJsonFile;
  if (ending === 'ndjson' || ending === 'jsonl') return readNdjsonFile;
  throw new InputFault(`${file}: its name must end with .json, .ndjson, .jsonl, .csv or .tsv`);
}

async function readTable(text: string, { map: file, preset, findIssued }: Reading): Promise<Content> {
  const map: ColumnMap = file === undefined ? {} : readColumnMap(decode(file, 'utf-8'));
  const rows = readCsv(text, map.separator ?? detectSeparator(text));
  const shop = findShop(preset ?? map.preset);
  if (shop === null) return { invoices: buildInvoices(rows, map), label: null };
  return { ...(await readShop(shop, rows, map, findIssued)), label: null, isExport: true };
}

function decode(file: string, encoding: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new InputFault(`${file} cannot be read: ${(error as Error).message}`);
  }
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new InputFault(`${encoding} is not a known encoding`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw new InputFault(`${file} is not valid ${encoding}. Try --encoding windows-1252`);
  }
}
