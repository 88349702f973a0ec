import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const WEIGHTS = [400, 600] as const;

/** The characters that each subset file of Inter is used for. */
type UnicodeRanges = Readonly<Record<string, string>>;

const RANGES_FILE = fileURLToPath(import.meta.resolve('@fontsource/inter/unicode.json'));

/** `@font-face` rules of Inter 400 and 600 with the files inside, so that a page needs neither network nor system fonts. */
export function readFontFaces(): string {
  const ranges = JSON.parse(readFileSync(RANGES_FILE, 'utf8')) as UnicodeRanges;
  const faces: string[] = [];
  for (const [subset, range] of Object.entries(ranges)) {
    for (const weight of WEIGHTS) {
      const file = path.join(path.dirname(RANGES_FILE), 'files', `inter-${subset}-${weight}-normal.woff2`);
      const data = readFileSync(file, 'base64');
      faces.push(
        `@font-face { font-family: Inter; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) format("woff2"); unicode-range: ${range}; }`,
      );
    }
  }
  return faces.join('\n');
}
