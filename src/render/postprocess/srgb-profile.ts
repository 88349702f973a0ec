/*
 * The colour space of the pages, sRGB (IEC 61966-2-1), as an ICC profile of version 4.3
 * (ICC.1:2010): a display profile of three primary colours and one curve. Colours are relative to
 * D50, the white of the profile connection space; the primaries were adapted to it from D65 with
 * Bradford's matrix, whose result is in the tag `chad`.
 */

/** D50, as ICC.1:2010, 7.2.16 gives it. */
const WHITE = [0.9642, 1, 0.8249];
const PRIMARIES = {
  rXYZ: [0.436_041, 0.222_485, 0.013_92],
  gXYZ: [0.385_113, 0.716_905, 0.097_067],
  bXYZ: [0.143_046, 0.060_61, 0.713_913],
};
/** From D65 to D50, row by row. */
const ADAPTATION = [
  1.047_886, 0.022_919, -0.050_216, 0.029_582, 0.990_484, -0.017_079, -0.009_252, 0.015_073, 0.751_678,
];
/**
 * Gamma and coefficients a, b, c, d of a curve of type 3: y = (ax + b)^gamma from d on, and y = cx
 * below.
 */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45];
const CURVE_TYPE = 3;
const HEADER_LENGTH = 128;

/** Writes numbers with 16 bits before and 16 bits after the binary point. */
function writeNumbers(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, place) => bytes.writeInt32BE(Math.round(number * 0x1_00_00), place * 4));
  return bytes;
}

/** Writes a tag: its type, four reserved bytes and its content, padded to four bytes. */
function writeTag(type: string, ...parts: readonly Buffer[]): Buffer {
  const tag = Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts]);
  return Buffer.concat([tag, Buffer.alloc(-tag.length & 3)]);
}

/** Writes a text in English (type mluc). */
function writeText(text: string): Buffer {
  const record = Buffer.alloc(20);
  record.writeUInt32BE(1, 0);
  record.writeUInt32BE(12, 4);
  record.write('enUS', 8, 'latin1');
  record.writeUInt32BE(text.length * 2, 12);
  record.writeUInt32BE(28, 16);
  return writeTag('mluc', record, Buffer.from(text, 'utf16le').swap16());
}

function buildTags(): Record<string, Buffer> {
  const curve = writeTag('para', Buffer.from([0, CURVE_TYPE, 0, 0]), writeNumbers(CURVE));
  const writeXyz = (numbers: readonly number[]): Buffer => writeTag('XYZ ', writeNumbers(numbers));
  return {
    desc: writeText('sRGB'),
    cprt: writeText('CC0'),
    wtpt: writeXyz(WHITE),
    chad: writeTag('sf32', writeNumbers(ADAPTATION)),
    ...Object.fromEntries(Object.entries(PRIMARIES).map(([name, numbers]) => [name, writeXyz(numbers)])),
    rTRC: curve,
    gTRC: curve,
    bTRC: curve,
  };
}

function buildHeader(length: number): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUInt32BE(length, 0);
  header.writeUInt32BE(0x04_30_00_00, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  // The date on which this profile was made: a profile must have one.
  [2026, 11, 28].forEach((part, place) => header.writeUInt16BE(part, 24 + place * 2));
  header.write('acsp', 36, 'latin1');
  writeNumbers(WHITE).copy(header, 68);
  return header;
}

/** Builds the profile. Its three curves share their bytes. */
export function buildSrgbProfile(): Buffer {
  const tags = Object.entries(buildTags());
  const distinct = [...new Set(tags.map(([, tag]) => tag))];
  const table = Buffer.alloc(4 + tags.length * 12);
  const starts = new Map<Buffer, number>();
  let length = HEADER_LENGTH + table.length;
  for (const tag of distinct) {
    starts.set(tag, length);
    length += tag.length;
  }
  table.writeUInt32BE(tags.length, 0);
  tags.forEach(([name, tag], place) => {
    table.write(name, 4 + place * 12, 'latin1');
    table.writeUInt32BE(starts.get(tag)!, 8 + place * 12);
    table.writeUInt32BE(tag.length, 12 + place * 12);
  });
  return Buffer.concat([buildHeader(length), table, ...distinct]);
}
