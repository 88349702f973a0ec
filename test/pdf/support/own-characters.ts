import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackWoff } from '../../../ops/bench/peers/pdf/unpack-woff.ts';

const RANGES_FILE = fileURLToPath(import.meta.resolve('@fontsource/inter/unicode.json'));
const SEGMENT_MAPPING = 4;
const GROUPS = 12;

/** The code points that the product's fonts have glyphs for, within what each of their files is declared for. */
export function readOwnCharacters(): Set<number> {
  const own = new Set<number>();
  const ranges = JSON.parse(readFileSync(RANGES_FILE, 'utf8')) as Record<string, string>;
  for (const [subset, declared] of Object.entries(ranges)) {
    const file = path.join(path.dirname(RANGES_FILE), 'files', `inter-${subset}-400-normal.woff`);
    const glyphs = readGlyphs(unpackWoff(readFileSync(file)));
    for (const range of declared.split(',')) {
      const [first, last = first] = range.trim().slice('U+'.length).split('-');
      for (const code of count(Number.parseInt(first!, 16), Number.parseInt(last!, 16))) {
        if (glyphs.has(code)) own.add(code);
      }
    }
  }
  return own;
}

/** What the `cmap` of a TrueType font names. */
function readGlyphs(font: Buffer): Set<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')!;
  const cmap = font.readUInt32BE(entry + 8);
  const glyphs = new Set<number>();
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index += 1) {
    const table = font.subarray(cmap + font.readUInt32BE(cmap + 8 + 8 * index));
    for (const [first, last] of readRanges(table)) for (const code of count(first, last)) glyphs.add(code);
  }
  return glyphs;
}

function* readRanges(table: Buffer): Generator<[number, number]> {
  const format = table.readUInt16BE(0);
  if (format === SEGMENT_MAPPING) {
    const segments = table.readUInt16BE(6);
    for (let at = 0; at < segments; at += 2) {
      const last = table.readUInt16BE(14 + at);
      if (last !== 0xffff) yield [table.readUInt16BE(16 + segments + at), last];
    }
  } else if (format === GROUPS) {
    for (let at = 16, end = at + 12 * table.readUInt32BE(12); at < end; at += 12) {
      yield [table.readUInt32BE(at), table.readUInt32BE(at + 4)];
    }
  }
}

function* count(first: number, last: number): Generator<number> {
  for (let code = first; code <= last; code += 1) yield code;
}
