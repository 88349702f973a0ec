import { inflateSync } from 'node:zlib';
import {
  type Dictionary,
  isArray,
  isDictionary,
  nameOf,
  Operator,
  PdfParser,
  type PdfValue,
  Reference,
  type Report,
} from './pdf-syntax.ts';

/** An indirect object: its value, and its stream as it is in the file. */
export type IndirectObject = { readonly value: PdfValue; readonly stream: Buffer | null };

/** A whole PDF with cross-reference streams, of which the last update wins. */
export type PdfDocument = {
  readonly bytes: Buffer;
  readonly trailer: Dictionary;
  readonly objects: ReadonlyMap<number, IndirectObject>;
  readonly root: Dictionary;
  /** Follows a reference. */
  readonly resolve: (value: PdfValue | undefined) => PdfValue | undefined;
  /** Resolves an entry of a dictionary. */
  readonly get: (dictionary: Dictionary, key: string) => PdfValue | undefined;
  /**
   * Resolves a value that must be a dictionary, or the dictionary of a stream; undefined if it is
   * absent.
   */
  readonly dictionary: (value: PdfValue | undefined) => Dictionary | undefined;
  /** Returns the decoded stream of a reference. */
  readonly decode: (value: PdfValue | undefined) => Buffer;
};

type Entry = readonly [type: number, where: number, place: number];

/** Removes PNG's filter "up". */
function unpredict(rows: Buffer, columns: number): Buffer {
  const plain: Buffer[] = [];
  for (let at = 0; at < rows.length; at += columns + 1) {
    if (rows[at] !== 2) throw new Error('The predictor is not "up"');
    const above = plain.at(-1);
    plain.push(
      Buffer.from(rows.subarray(at + 1, at + 1 + columns).map((byte, i) => byte + (above?.[i] ?? 0))),
    );
  }
  return Buffer.concat(plain);
}

function decodeStream(dictionary: Dictionary, stream: Buffer): Buffer {
  const filter = nameOf(dictionary.get('Filter'));
  if (filter === null) return stream;
  if (filter !== 'FlateDecode') throw new Error(`${filter} is not decoded`);
  const plain = inflateSync(stream);
  const parameters = dictionary.get('DecodeParms');
  const columns = isDictionary(parameters) ? parameters.get('Columns') : undefined;
  return typeof columns === 'number' ? unpredict(plain, columns) : plain;
}

/** Reads the indirect object at an offset and reports facts about its form. */
function readIndirect(bytes: Buffer, text: string, offset: number, report: Report) {
  const head = /(\d+) (\d+) obj/y;
  head.lastIndex = offset;
  const found = head.exec(text);
  if (found === null) throw new Error(`There is no object at ${offset}`);
  const parser = new PdfParser(text, report, head.lastIndex);
  const value = parser.value();
  let stream: Buffer | null = null;
  let next = parser.next();
  if (next instanceof Operator && next.name === 'stream') {
    const keyword = /\r?\n/y;
    keyword.lastIndex = parser.at;
    const dictionary = value as Dictionary;
    const [eol] = keyword.exec(text) ?? [''];
    const from = parser.at + eol.length;
    const length = Number(dictionary.get('Length'));
    const end = text.indexOf('endstream', from + length);
    const realLength = end - from - (text[end - 1] === '\n' ? 1 : 0);
    stream = bytes.subarray(from, from + length);
    const [F, FFilter, FDecodeParms] = ['F', 'FFilter', 'FDecodeParms'].map(
      (key) => dictionary.get(key) ?? null,
    );
    report('CosStream', {
      Length: length,
      realLength,
      streamKeywordCRLFCompliant: eol !== '',
      endstreamKeywordEOLCompliant: text[end - 1] === '\n',
      F,
      FFilter,
      FDecodeParms,
    });
    parser.at = end + 'endstream'.length;
    next = parser.next();
  }
  if (!(next instanceof Operator) || next.name !== 'endobj') throw new Error('An object does not end');
  const end = parser.at - 'endobj'.length;
  const isSpaced =
    /[\r\n]/.test(text[offset - 1] ?? '') &&
    /^\d+ \d+ obj[\r\n]/.test(text.slice(offset, offset + 40)) &&
    /[\r\n]endobj[\r\n]/.test(text.slice(end - 1, parser.at + 1));
  report('CosIndirect', { spacingCompliesPDFA: isSpaced });
  return { id: Number(found[1]), value, stream };
}

/**
 * Reads a cross-reference stream into the entries that no later update has.
 * @returns its dictionary.
 */
function readTable(table: IndirectObject, entries: Map<number, Entry>): Dictionary {
  const { value: dictionary, stream } = table;
  if (!isDictionary(dictionary) || stream === null) throw new Error('There is no cross-reference stream');
  const plain = decodeStream(dictionary, stream);
  const widths = (dictionary.get('W') as readonly PdfValue[]).map(Number);
  const index = (dictionary.get('Index') ?? [0, dictionary.get('Size')!]) as readonly number[];
  let at = 0;
  for (let run = 0; run < index.length; run += 2) {
    for (let id = index[run]!; id < index[run]! + index[run + 1]!; id += 1) {
      const parts = widths.map((width) => {
        at += width;
        return plain.readUIntBE(at - width, width);
      });
      if (!entries.has(id)) entries.set(id, parts as unknown as Entry);
    }
  }
  if (at !== plain.length) throw new Error('A cross-reference stream has another length');
  return dictionary;
}

/** Reads a PDF completely and reports facts about the form of its objects. */
export function readPdfDocument(bytes: Buffer, report: Report): PdfDocument {
  const text = bytes.toString('latin1');
  const entries = new Map<number, Entry>();
  let offset: PdfValue | undefined = Number(
    /startxref\s+(\d+)\s+%%EOF/.exec(text.slice(text.lastIndexOf('startxref')))?.[1],
  );
  let trailer: Dictionary | undefined;
  while (typeof offset === 'number') {
    const table = readTable(readIndirect(bytes, text, offset, report), entries);
    trailer ??= table;
    offset = table.get('Prev');
  }
  const objects = new Map<number, IndirectObject>();
  for (const [id, [type, where]] of entries) {
    if (type !== 1) continue;
    const object = readIndirect(bytes, text, where, report);
    if (object.id !== id) throw new Error(`Object ${id} is not at its offset`);
    objects.set(id, object);
  }
  for (const [id, [type, where, place]] of entries)
    if (type === 2) objects.set(id, readPacked(objects.get(where), id, place, report));
  return openDocument(bytes, trailer!, objects);
}

function readPacked(
  group: IndirectObject | undefined,
  id: number,
  place: number,
  report: Report,
): IndirectObject {
  if (!isDictionary(group?.value) || group.stream === null) throw new Error('There is no object stream');
  const text = decodeStream(group.value, group.stream).toString('latin1');
  const heads = text
    .slice(0, Number(group.value.get('First')))
    .trim()
    .split(/\s+/)
    .map(Number);
  if (heads[place * 2] !== id) throw new Error(`Object ${id} is not in its object stream`);
  const start = Number(group.value.get('First')) + heads[place * 2 + 1]!;
  return { value: new PdfParser(text, report, start).value(), stream: null };
}

function openDocument(
  bytes: Buffer,
  trailer: Dictionary,
  objects: ReadonlyMap<number, IndirectObject>,
): PdfDocument {
  const resolve = (value: PdfValue | undefined): PdfValue | undefined =>
    value instanceof Reference ? objects.get(value.id)?.value : value;
  const dictionary = (value: PdfValue | undefined): Dictionary | undefined => {
    const resolved = resolve(value);
    if (resolved === undefined || resolved === null) return undefined;
    if (!isDictionary(resolved)) throw new Error('A value is not a dictionary');
    return resolved;
  };
  return {
    bytes,
    trailer,
    objects,
    root: dictionary(trailer.get('Root'))!,
    resolve,
    get: (one, key) => resolve(one.get(key)),
    dictionary,
    decode(value) {
      const object = value instanceof Reference ? objects.get(value.id) : undefined;
      if (!isDictionary(object?.value) || object.stream === null) throw new Error('There is no stream');
      return decodeStream(object.value, object.stream);
    },
  };
}

/** Returns the values of an array, or of a single value; none if it is absent. */
export function listValues({ resolve }: PdfDocument, value: PdfValue | undefined): readonly PdfValue[] {
  const resolved = resolve(value);
  if (resolved === undefined || resolved === null) return [];
  return isArray(resolved) ? resolved : [value!];
}
