import { readFile as readBytes } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { TextDecoder } from 'node:util';
import { type FileInvoice, readInvoice } from '../batches/chunk.ts';
import { STANDARD_INPUT } from '../batches/state-file.ts';
import { InputFault } from '../faults.ts';
import type { FindIssued } from '../shops/shop-order.ts';
import { findShop, readShop } from '../shops/read-shop.ts';
import { buildInvoices } from './build-invoices.ts';
import { type ColumnMap, readColumnMap } from './column-map.ts';
import { detectSeparator, readCsv, writeCsv } from './read-csv.ts';
import { type JsonInput, readJsonFile, readNdjsonFile } from './read-json.ts';
import type { RowFault } from './row-faults.ts';
import { type OperationDate, settleDates } from './settle-dates.ts';

export type Reading = {
  /** The file with a column map, for tables. */
  readonly map?: string | undefined;
  /** The shop system that exported a table; the map can name it too. */
  readonly preset?: string | undefined;
  /** The encoding of the file; default: that of its byte order mark, otherwise UTF-8. */
  readonly encoding?: string | undefined;
  /** The format of the file; default: by the ending of its name. */
  readonly format?: string | undefined;
  readonly operationDate: OperationDate | null;
  readonly findIssued: FindIssued;
  /** The keys of invoices that are left out (`keyOf`). */
  readonly without?: ReadonlySet<number> | undefined;
};

/** The content of a file. */
export type FileInput = {
  readonly invoices: readonly FileInvoice[];
  readonly label: string | null;
  /** What was left out of a table, for people. */
  readonly notes: readonly string[];
  /** What is wrong in a table, and questionable. */
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
  /**
   * Writes a file of the same kind with some of its invoices.
   * @param keys by `keyOf`, or the first rows of faults.
   */
  readonly pick: (keys: ReadonlySet<number>) => string;
  /** Whether the file is an export, in which the same orders may be again. */
  readonly isExport: boolean;
};

type Content = JsonInput & Partial<Pick<FileInput, 'notes' | 'isExport' | 'faults' | 'warnings' | 'pick'>>;

/** Identifies an invoice in its file: by its first row, or by its position in a JSON file. */
export const keyOf = ({ place, index }: Pick<FileInvoice, 'place' | 'index'>) => place?.row ?? index;

/** The formats of files, which are the endings of their names. */
export const FORMATS = ['json', 'ndjson', 'jsonl', 'csv', 'tsv'];

/**
 * Reads a file of invoices in the format of its file name extension.
 * @throws InputFault with the file's name.
 */
export async function readFile(file: string, reading: Reading): Promise<FileInput> {
  const map: ColumnMap =
    reading.map === undefined ? {} : readColumnMap(decode(reading.map, await takeBytes(reading.map)));
  const readContent = chooseReader(file, reading, map);
  const text = decode(file, await takeBytes(file), reading.encoding ?? map.encoding);
  const { without = new Set<number>() } = reading;
  try {
    const {
      invoices,
      label,
      notes = [],
      isExport = false,
      faults = [],
      warnings = [],
      pick,
    } = await readContent(text);
    if (invoices.length === 0 && faults.length === 0)
      throw new InputFault(['it contains no invoices', ...notes].join('\n  '));
    const all = invoices.map((one, index) => readInvoice(one.text, one.place, index));
    const read = all.filter((invoice) => !without.has(keyOf(invoice)));
    return {
      invoices: isExport ? read : read.map((one) => settle(one, reading)),
      label,
      notes: notes.map((note) => `${file}: ${note}`),
      faults: faults.filter(({ first }) => !without.has(first)),
      warnings,
      pick: pick ?? ((keys) => pickTexts(all, keys)),
      isExport,
    };
  } catch (error) {
    if (error instanceof InputFault) throw new InputFault(`${file}: ${error.message}`);
    throw error;
  }
}

/** Settles the date of an invoice. It keeps its fingerprint, by which the state file knows it. */
function settle(invoice: FileInvoice, { operationDate }: Reading): FileInvoice {
  const { text, place, index } = invoice;
  const where = place === null ? `invoices[${index}]` : `the invoice in row ${place.row}`;
  return { ...invoice, text: settleDates(text, operationDate, where) };
}

function chooseReader(
  file: string,
  reading: Reading,
  map: ColumnMap,
): (text: string) => Content | Promise<Content> {
  const [, ending] = /\.(\w+)$/.exec(file.toLowerCase()) ?? [];
  const format = reading.format ?? (file === STANDARD_INPUT ? 'json' : ending);
  if (format === 'csv' || format === 'tsv') return (text) => readTable(text, reading, map);
  if (reading.preset !== undefined)
    throw new InputFault(`${file}: --preset reads tables; give --as csv if it is one`);
  if (format === 'json') return readJsonFile;
  if (format === 'ndjson' || format === 'jsonl') return readNdjsonFile;
  throw new InputFault(
    reading.format === undefined
      ? `${file}: its name must end with ${FORMATS.map((one) => `.${one}`).join(', ')}, or give --as FORMAT`
      : `--as must be one of ${FORMATS.join(', ')}`,
  );
}

async function readTable(
  text: string,
  { preset, findIssued, without }: Reading,
  map: ColumnMap,
): Promise<Content> {
  const separator = map.separator ?? detectSeparator(text);
  const rows = readCsv(text, separator);
  const shop = findShop(preset ?? map.preset);
  const table =
    shop === null ? buildInvoices(rows, map) : await readShop(shop, rows, map, findIssued, without);
  const pick = (keys: ReadonlySet<number>) => {
    const wanted = new Set([...keys].flatMap((key) => table.rows.get(key) ?? []));
    return writeCsv([rows[0]!, ...rows.slice(1).filter(({ line }) => wanted.has(line))], separator);
  };
  return { ...table, label: null, pick, isExport: shop !== null };
}

/** Writes some invoices of a JSON file as a list, or of an NDJSON file as lines. */
function pickTexts(invoices: readonly FileInvoice[], keys: ReadonlySet<number>): string {
  const picked = invoices.filter((invoice) => keys.has(keyOf(invoice)));
  const texts = picked.map(({ text }) => text);
  return picked[0]?.place ? `${texts.join('\n')}\n` : `[\n${texts.join(',\n')}\n]\n`;
}

async function takeBytes(file: string): Promise<Buffer> {
  try {
    return file === STANDARD_INPUT ? await buffer(process.stdin) : await readBytes(file);
  } catch (error) {
    throw new InputFault(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** The byte order marks with which Excel and others begin a text. */
const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Decodes a text, without its byte order mark. @param given the encoding that the user states. */
function decode(file: string, bytes: Buffer, given?: string): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  const encoding = given ?? marked?.[0] ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new InputFault(`${encoding} is not a known encoding`);
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new InputFault(
      `${file} is not valid ${encoding}. Try --encoding windows-1252, in which Excel writes CSV files on Windows, or save it as "CSV UTF-8"`,
    );
  }
  if (text.includes('\0'))
    throw new InputFault(
      `${file} contains NUL characters, so its encoding is not ${encoding}. Try --encoding utf-16le, or save it as "CSV UTF-8"`,
    );
  return text;
}
