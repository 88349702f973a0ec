import { readFileSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { type FileInvoice, readInvoice } from '../batches/chunk.ts';
import { InputFault } from '../faults.ts';
import { buildInvoices } from './build-invoices.ts';
import { readColumnMap } from './column-map.ts';
import { detectSeparator, readCsv } from './read-csv.ts';
import { type JsonInput, readJsonFile, readNdjsonFile } from './read-json.ts';

export type Reading = {
  /** The file with a column map, for tables. */
  readonly map?: string | undefined;
  readonly encoding?: string | undefined;
};

/** The content of a file. */
export type FileInput = { readonly invoices: readonly FileInvoice[]; readonly label: string | null };

/** Reads a file of invoices in the format of its file name extension. @throws InputFault with the file's name. */
export function readFile(file: string, reading: Reading): FileInput {
  const read = chooseReader(file, reading);
  const text = decode(file, reading.encoding ?? 'utf-8');
  let input: JsonInput;
  try {
    input = read(text);
    if (input.texts.length === 0) throw new InputFault('it contains no invoices');
  } catch (error) {
    if (error instanceof InputFault) throw new InputFault(`${file}: ${error.message}`);
    throw error;
  }
  return { invoices: input.texts.map(readInvoice), label: input.label };
}

function chooseReader(file: string, { map }: Reading): (text: string) => JsonInput {
  const [, ending] = /\.(\w+)$/.exec(file.toLowerCase()) ?? [];
  if (ending === 'json') return readJsonFile;
  if (ending === 'ndjson' || ending === 'jsonl') return readNdjsonFile;
  if (ending === 'csv' || ending === 'tsv') return (text) => readTable(text, map);
  throw new InputFault(`${file}: its name must end with .json, .ndjson, .jsonl, .csv or .tsv`);
}

function readTable(text: string, file: string | undefined): JsonInput {
  const map = file === undefined ? {} : readColumnMap(decode(file, 'utf-8'));
  const rows = readCsv(text, map.separator ?? detectSeparator(text));
  return { texts: buildInvoices(rows, map), label: null };
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
