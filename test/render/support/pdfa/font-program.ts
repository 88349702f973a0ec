/** The glyphs of a TrueType font program. */
export type FontProgram = {
  readonly glyphs: number;
  /** Returns the advance of a glyph in thousandths of the font size. */
  readonly widthOf: (glyph: number) => number;
};

/**
 * Reads the number and the widths of the glyphs from the tables `head`, `hhea`, `hmtx` and `maxp`.
 */
export function readTrueType(bytes: Buffer): FontProgram {
  const tables = new Map<string, Buffer>();
  for (let record = 0; record < bytes.readUInt16BE(4); record += 1) {
    const at = 12 + record * 16;
    const start = bytes.readUInt32BE(at + 8);
    tables.set(
      bytes.toString('latin1', at, at + 4),
      bytes.subarray(start, start + bytes.readUInt32BE(at + 12)),
    );
  }
  const find = (name: string): Buffer => {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`A font program has no table ${name}`);
    return table;
  };
  const unitsPerEm = find('head').readUInt16BE(18);
  const metrics = find('hhea').readUInt16BE(34);
  const widths = find('hmtx');
  return {
    glyphs: find('maxp').readUInt16BE(4),
    widthOf: (glyph) => (widths.readUInt16BE(Math.min(glyph, metrics - 1) * 4) * 1000) / unitsPerEm,
  };
}

/** Reads the texts of the codes of a ToUnicode CMap. */
export function readToUnicode(cmap: string): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const decode = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, body] of cmap.matchAll(/beginbfchar\s([\s\S]*?)endbfchar/g))
    for (const [, code, text] of body!.matchAll(/<(\w+)>\s*<(\w+)>/g))
      texts.set(Number.parseInt(code!, 16), decode(text!));
  for (const [, body] of cmap.matchAll(/beginbfrange\s([\s\S]*?)endbfrange/g))
    for (const [, from, to, text] of body!.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const first = Number.parseInt(from!, 16);
      const start = decode(text!);
      const last = start.codePointAt(start.length - 1)!;
      for (let code = first; code <= Number.parseInt(to!, 16); code += 1)
        texts.set(code, start.slice(0, -1) + String.fromCodePoint(last + code - first));
    }
  if (/beginbfrange[^e]*\[/.test(cmap)) throw new Error('A ToUnicode CMap has a range of arrays');
  return texts;
}
