import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import {
  listFaceFiles,
  listMainFiles,
  parseUnicodeRange,
  type FontFile,
} from '../../../src/render/template/fonts.ts';

const WOFF2_HEADER = 48;
const TRANSFORMED_TABLES = [10, 11];
const CMAP_TAG = 0;
const ANY_TAG = 63;
const SEGMENT_MAPPING = 4;
const GROUPS = 12;
const MARK = /\p{M}/u;
/**
 * Ranges of the letters of which Korean syllables are composed. Chromium composes them from any
 * slices.
 */
const JAMO = [
  [0x1100, 0x11ff],
  [0xa960, 0xa97f],
  [0xd7b0, 0xd7ff],
] as const;

/**
 * Returns the code points of each face of the product's fonts, in the format of the generated
 * table.
 */
export function readCoverage(): Record<string, string> {
  const faces: Record<string, string> = {};
  const subsets = Map.groupBy(listMainFiles(), ({ file }) => /inter-(.+)-\d+-normal/.exec(file)![1]);
  for (const [subset, files] of subsets) faces[`Inter ${subset}`] = format(intersect(files));
  for (const face of [
    'Noto Sans Thai',
    'Noto Sans Devanagari',
    'Noto Sans Hebrew',
    'Noto Sans Arabic',
    'Noto Emoji',
  ] as const) {
    faces[face] = format(intersect(listFaceFiles(face)));
  }
  const seen = new Set<number>();
  for (const face of ['Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR'] as const) {
    const own = new Set(listFaceFiles(face).flatMap((file) => listSlice(file)));
    faces[face] = format([...own].filter((code) => !seen.has(code)));
    for (const code of own) seen.add(code);
  }
  return faces;
}

/** Returns the code points that the files of all weights have. */
function intersect(files: readonly FontFile[]): Set<number> {
  return files.map(readGlyphs).reduce((some, others) => some.intersection(others));
}

/**
 * Lists the code points for which a slice is used: those in its declared range, without marks and
 * letters that must be composed.
 */
function listSlice(file: FontFile): number[] {
  const glyphs = readGlyphs(file);
  const declared = parseUnicodeRange(file.unicodeRange);
  return [...glyphs].filter(
    (code) =>
      declared.some(([first, last]) => code >= first && code <= last) &&
      !MARK.test(String.fromCodePoint(code)) &&
      !JAMO.some(([first, last]) => code >= first && code <= last),
  );
}

function format(codes: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const code of [...codes].filter((each) => each > 0x1f).toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges
    .map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`))
    .join(' ');
}

const hex = (code: number) => code.toString(16);

/**
 * Returns the code points in the `cmap` of a font. WOFF 2.0 contains a directory of tables, and all
 * tables in the same order as one Brotli stream.
 */
function readGlyphs({ file }: Pick<FontFile, 'file'>): Set<number> {
  const font = readFileSync(file);
  let at = WOFF2_HEADER;
  const readNumber = () => {
    let value = 0;
    for (;;) {
      const byte = font[at++]!;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let place = 0;
  let cmap: number | null = null;
  for (let count = font.readUInt16BE(12); count > 0; count -= 1) {
    const flags = font[at++]!;
    const tag = flags & 63;
    if (tag === ANY_TAG) at += 4;
    const length = readNumber();
    // `glyf` and `loca` are transformed unless their version is 3, other tables only if their
    // version is not 0.
    const isTransformed = TRANSFORMED_TABLES.includes(tag) ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const stored = isTransformed ? readNumber() : length;
    if (tag === CMAP_TAG) cmap = place;
    place += stored;
  }
  const tables = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)));
  const table = tables.subarray(cmap!);
  const glyphs = new Set<number>();
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    for (const code of readSubtable(table.subarray(table.readUInt32BE(8 + 8 * index)))) glyphs.add(code);
  }
  return glyphs;
}

function* readSubtable(table: Buffer): Generator<number> {
  const kind = table.readUInt16BE(0);
  if (kind === SEGMENT_MAPPING) {
    const size = table.readUInt16BE(6);
    for (let at = 0; at < size; at += 2) {
      const [last, first] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + size + at)];
      const delta = table.readUInt16BE(16 + 2 * size + at);
      const rangeAt = 16 + 3 * size + at;
      const offset = table.readUInt16BE(rangeAt);
      for (let code = first; code <= last && code < 0xffff; code += 1) {
        const listed = offset === 0 ? code : table.readUInt16BE(rangeAt + offset + 2 * (code - first));
        if (offset === 0 ? ((code + delta) & 0xffff) !== 0 : listed !== 0) yield code;
      }
    }
  } else if (kind === GROUPS) {
    for (let at = 16, end = at + 12 * table.readUInt32BE(12); at < end; at += 12) {
      const [first, last] = [table.readUInt32BE(at), table.readUInt32BE(at + 4)];
      for (let code = first; code <= last; code += 1) yield code;
    }
  }
}
