import { type XmlElement, XmlDocument } from 'libxml2-wasm';
import { readZip } from './read-zip.ts';

/*
 * Reads XLSX (ECMA-376) independently of the library that writes it: the parts of the package with
 * a reader of archives and one of XML.
 */

const MAIN = { m: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main' };
/** Built-in formats of numbers that the book could use (ECMA-376, 18.8.30). */
const BUILT_IN: Readonly<Record<string, string>> = { 0: 'General', 2: '0.00', 14: 'dd/mm/yyyy', 49: '@' };
/** Day 0 of the serials of days, which count a 29 February 1900. */
const EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 60 * 60 * 1000;
const COLUMNS = 36;

export type Sheet = {
  readonly name: string;
  /** The cells of each row as the text form of the book has them; empty if they are blank. */
  readonly texts: string[][];
  /** Types of cells by their place, such as `A3`: `n`, `str`, `inlineStr`. */
  readonly types: Readonly<Record<string, string>>;
  /** `A1:B1`. */
  readonly merged: readonly string[];
  readonly formulas: number;
};

/** Reads all sheets of a workbook in order. */
export async function readSheets(bytes: Buffer): Promise<Sheet[]> {
  const files = new Map(
    (await readZip(bytes)).map(({ name, content }) => [name.replace(/^\//, ''), content]),
  );
  const parse = (name: string) => XmlDocument.fromBuffer(files.get(name)!);
  using workbook = parse('xl/workbook.xml');
  using links = parse('xl/_rels/workbook.xml.rels');
  using styles = parse('xl/styles.xml');
  const formats = readFormats(styles);
  const targets = new Map(
    links.find('//*[local-name()="Relationship"]').map((node) => {
      const link = node as XmlElement;
      return [link.attr('Id')!.value, link.attr('Target')!.value];
    }),
  );
  return workbook.find('//m:sheets/m:sheet', MAIN).map((node) => {
    const sheet = node as XmlElement;
    const target = targets.get(sheet.attr('id', 'r')!.value)!;
    using content = parse(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    return { name: sheet.attr('name')!.value, ...readSheet(content, formats) };
  });
}

function readFormats(styles: XmlDocument): string[] {
  const own = new Map(
    styles.find('//m:numFmts/m:numFmt', MAIN).map((node) => {
      const format = node as XmlElement;
      return [format.attr('numFmtId')!.value, format.attr('formatCode')!.value];
    }),
  );
  return styles.find('//m:cellXfs/m:xf', MAIN).map((node) => {
    const id = (node as XmlElement).attr('numFmtId')?.value ?? '0';
    return own.get(id) ?? BUILT_IN[id] ?? `built-in ${id}`;
  });
}

function readSheet(content: XmlDocument, formats: readonly string[]) {
  const types: Record<string, string> = {};
  const texts = content.find('//m:sheetData/m:row', MAIN).map((row) => {
    const cells = Array.from({ length: COLUMNS }, () => '');
    for (const node of (row as XmlElement).find('m:c', MAIN)) {
      const cell = node as XmlElement;
      const place = cell.attr('r')!.value;
      const type = cell.attr('t')?.value ?? 'n';
      const value = (cell.get('m:v', MAIN) ?? cell.get('m:is', MAIN))?.content;
      if (value === undefined) continue;
      types[place] = type;
      const format = formats[Number(cell.attr('s')?.value ?? 0)]!;
      cells[columnOf(place)] = type === 'n' ? showNumber(Number(value), format) : unescape(value);
    }
    return cells;
  });
  return {
    texts,
    types,
    merged: content.find('//m:mergeCell', MAIN).map((node) => (node as XmlElement).attr('ref')!.value),
    formulas: content.find('//m:f', MAIN).length,
  };
}

/** Returns the number of a column from 0: that of `AA3` is 26. */
function columnOf(place: string): number {
  const letters = /^[A-Z]+/.exec(place)![0];
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Reads the characters that XML cannot contain, such as `_x000D_` (ECMA-376, part 1, 22.9.2.19). */
function unescape(text: string): string {
  return text.replace(/_x([\da-f]{4})_/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

function showNumber(value: number, format: string): string {
  if (format === '0.00') return value.toFixed(2).replace('.', ',');
  if (format === 'dd/mm/yyyy') {
    const day = new Date(EPOCH + value * DAY_MS).toISOString().slice(0, 10);
    return day.split('-').toReversed().join('/');
  }
  return String(value);
}
