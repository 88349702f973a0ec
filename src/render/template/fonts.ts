import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COVERAGE, listFaces, type FaceName } from '../../domain/fonts/show-text.ts';

/*
 * The product's own fonts: pinned npm packages, all under the SIL Open Font License 1.1. A page has
 * Inter from the beginning. Other fonts are added before the first render batch that needs them.
 * For Chinese, Japanese and Korean, only the slices with the characters of the render batch are
 * added.
 */

/** A font file in the form in which a page loads it. */
export type FontFile = {
  readonly family: string;
  /** As in CSS. A variable font has a range. */
  readonly weight: string;
  /** As in CSS: the characters for which the font is used. */
  readonly unicodeRange: string;
  readonly file: string;
};

/**
 * The characters of each slice of a font, as in CSS, by the name of the slice. The source is
 * `unicode.json` of the package.
 */
type Slices = Readonly<Record<string, string>>;

/**
 * Path of the file in a package that lists the characters of each font file. The font files are in
 * the same package.
 */
type FontPackage = string;

const MAIN_PACKAGE: FontPackage = import.meta.resolve('@fontsource/inter/unicode.json');
/** Fonts with one file per weight. Chromium synthesizes bold emoji itself. */
const WHOLE_FONTS: Partial<
  Record<FaceName, readonly [from: FontPackage, subset: string, weights: readonly string[]]>
> = {
  'Noto Sans Thai': [import.meta.resolve('@fontsource/noto-sans-thai/unicode.json'), 'thai', ['400', '600']],
  'Noto Sans Devanagari': [
    import.meta.resolve('@fontsource/noto-sans-devanagari/unicode.json'),
    'devanagari',
    ['400', '600'],
  ],
  'Noto Sans Hebrew': [
    import.meta.resolve('@fontsource/noto-sans-hebrew/unicode.json'),
    'hebrew',
    ['400', '600'],
  ],
  'Noto Sans Arabic': [
    import.meta.resolve('@fontsource/noto-sans-arabic/unicode.json'),
    'arabic',
    ['400', '600'],
  ],
  'Noto Emoji': [import.meta.resolve('@fontsource/noto-emoji/unicode.json'), 'emoji', ['400']],
};
const SLICED_FONTS: Partial<Record<FaceName, FontPackage>> = {
  'Noto Sans SC': import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'Noto Sans JP': import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'Noto Sans KR': import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
};
/** Matches the numbered slices. The other slices contain Latin and Cyrillic. */
const SLICE = /^\[(\d+)\]$/;

/**
 * The font families of the pages as a CSS value, in the order in which Chromium searches for a
 * glyph. No font of the machine is included.
 */
export const FONT_FAMILIES = ['Inter', ...Object.keys(WHOLE_FONTS), ...Object.keys(SLICED_FONTS)]
  .map((family) => `"${family}"`)
  .join(', ');

/**
 * Returns the files of Inter in the order of its style sheet. If two files contain the same
 * character, the later one is used.
 */
export function listMainFiles(): FontFile[] {
  return Object.keys(readSlices(MAIN_PACKAGE)).flatMap((subset) =>
    ['400', '600'].map((weight) => ({
      family: 'Inter',
      weight,
      unicodeRange: buildUnicodeRange(COVERAGE[`Inter ${subset}` as FaceName]),
      file: locate(MAIN_PACKAGE, `${subset}-${weight}`),
    })),
  );
}

/**
 * Returns the font files that a text needs in addition to those of Inter.
 * @param text the text as returned by `showText`.
 */
export function listFontFiles(text: string): FontFile[] {
  return [...listFaces(text)].flatMap(([face, characters]) => listFaceFiles(face, characters));
}

/**
 * Returns the files of a face other than Inter.
 * @param characters selects files of a sliced font; by default all files are returned.
 */
export function listFaceFiles(face: FaceName, characters?: Iterable<number>): FontFile[] {
  const whole = WHOLE_FONTS[face];
  if (whole !== undefined) {
    const [from, subset, weights] = whole;
    const unicodeRange = buildUnicodeRange(COVERAGE[face]);
    return weights.map((weight) => {
      return { family: face, weight, unicodeRange, file: locate(from, `${subset}-${weight}`) };
    });
  }
  const from = SLICED_FONTS[face]!;
  const slices = readSlices(from);
  const sliceOf = readSliceOf(from);
  const needed = new Set<string>();
  for (const code of characters ?? sliceOf.keys()) needed.add(sliceOf.get(code)!);
  return [...needed].map((slice) => ({
    family: face,
    weight: '100 900',
    unicodeRange: slices[slice]!,
    file: locate(from, `${SLICE.exec(slice)![1]}-wght`),
  }));
}

/**
 * Returns a font file as a URL for a style sheet or a `FontFace`. It is a data URL, because the
 * page loads nothing from the network.
 */
export function buildFontAddress({ file }: FontFile): string {
  return `url(data:font/woff2;base64,${readFileSync(file, 'base64')})`;
}

/** Returns the `@font-face` rules of Inter with the embedded files. */
export function readFontFaces(): string {
  return listMainFiles()
    .map(
      (font) =>
        `@font-face { font-family: ${font.family}; font-weight: ${font.weight}; src: ${buildFontAddress(font)} format("woff2"); unicode-range: ${font.unicodeRange}; }`,
    )
    .join('\n');
}

/** Returns the first and last code point of each range of a CSS `unicode-range`. */
export function parseUnicodeRange(ranges: string): [first: number, last: number][] {
  return ranges.split(',').map((range) => {
    const [first, last = first] = range
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return [first!, last!];
  });
}

function buildUnicodeRange(coverage: string): string {
  return coverage
    .split(' ')
    .map((range) => `U+${range}`)
    .join(',');
}

const slicesOf = new Map<FontPackage, Slices>();

function readSlices(from: FontPackage): Slices {
  const known = slicesOf.get(from);
  if (known !== undefined) return known;
  const slices = JSON.parse(readFileSync(fileURLToPath(from), 'utf8')) as Slices;
  slicesOf.set(from, slices);
  return slices;
}

const slicesByCode = new Map<FontPackage, ReadonlyMap<number, string>>();

/** Returns the slice of each character, by code point. */
function readSliceOf(from: FontPackage): ReadonlyMap<number, string> {
  const known = slicesByCode.get(from);
  if (known !== undefined) return known;
  const byCode = new Map<number, string>();
  for (const [slice, declared] of Object.entries(readSlices(from))) {
    if (!SLICE.test(slice)) continue;
    for (const [first, last] of parseUnicodeRange(declared))
      for (let code = first; code <= last; code += 1) byCode.set(code, slice);
  }
  slicesByCode.set(from, byCode);
  return byCode;
}

/**
 * Returns the path of a font file.
 * @param name name of the file after the name of its package, which is that of the font.
 */
function locate(from: FontPackage, name: string): string {
  const directory = path.dirname(fileURLToPath(from));
  return path.join(directory, 'files', `${path.basename(directory)}-${name}-normal.woff2`);
}
