import { readToUnicode, readTrueType, type FontProgram } from './font-program.ts';
import { listValues, type PdfDocument } from './pdf-document.ts';
import {
  decodeText,
  type Dictionary,
  isArray,
  isDictionary,
  nameOf,
  Name,
  type PdfValue,
  type Report,
} from './pdf-syntax.ts';

/** A code that a page shows: what its font says about the glyph. */
export type GlyphFacts = {
  readonly name: string | null;
  readonly isGlyphPresent: boolean;
  readonly widthFromFontProgram: number | null;
  readonly widthFromDictionary: number | null;
  readonly toUnicode: string | null;
};

export type OpenedFont = {
  readonly dictionary: Dictionary;
  /** Reports the facts about the font itself. */
  readonly reportUse: (renderingMode: number) => void;
  readonly bytesPerCode: 1 | 2;
  readonly glyphOf: (code: number) => GlyphFacts;
  /** The drawings of a Type 3 font. */
  readonly drawings: readonly PdfValue[];
};

function checkUtf8(text: string, report: Report): void {
  const isValidUtf8 = !Buffer.from(text, 'latin1').toString('utf8').includes('\u{fffd}');
  report('CosUnicodeName', { isValidUtf8 });
}

/** Reads the array W of a CIDFont into widths by CID. */
function readWidths(document: PdfDocument, font: Dictionary): (cid: number) => number {
  const widths = new Map<number, number>();
  const parts = listValues(document, font.get('W'));
  for (let at = 0; at < parts.length;) {
    const [first, second] = [Number(parts[at]), parts[at + 1]];
    if (isArray(second)) {
      second.forEach((width, place) => widths.set(first + place, Number(width)));
      at += 2;
      continue;
    }
    for (let cid = first; cid <= Number(second); cid += 1) widths.set(cid, Number(parts[at + 2]));
    at += 3;
  }
  return (cid) => widths.get(cid) ?? Number(font.get('DW') ?? 1000);
}

function readUnicodes(document: PdfDocument, font: Dictionary): ReadonlyMap<number, string> {
  const cmap = font.get('ToUnicode');
  return cmap === undefined
    ? new Map<number, string>()
    : readToUnicode(document.decode(cmap).toString('latin1'));
}

function reportFont(
  font: Dictionary,
  descriptor: Dictionary | undefined,
  report: Report,
  mode: number,
): void {
  const fontName = nameOf(font.get('BaseFont'));
  if (fontName !== null) checkUtf8(fontName, report);
  const file = ['FontFile', 'FontFile2', 'FontFile3'].find((key) => descriptor?.has(key) === true);
  if (file === 'FontFile' || file === 'FontFile3') throw new Error(`A font has a program in ${file}`);
  report('PDFont', {
    Type: nameOf(font.get('Type')),
    Subtype: nameOf(font.get('Subtype')),
    fontName,
    fontFileSubtype: null,
    renderingMode: mode,
    containsFontFile: file !== undefined,
  });
}

function openComposite(document: PdfDocument, font: Dictionary, report: Report): OpenedFont {
  const [reference] = listValues(document, font.get('DescendantFonts'));
  const descendant = document.dictionary(reference)!;
  const descriptor = document.dictionary(descendant.get('FontDescriptor'));
  const encoding = nameOf(document.get(font, 'Encoding'));
  const isIdentity = nameOf(descendant.get('CIDToGIDMap')) === 'Identity';
  if (encoding !== 'Identity-H' && encoding !== 'Identity-V')
    throw new Error('A font has an encoding besides Identity, for which CMaps must be checked');
  const file = descriptor?.get('FontFile2');
  const program: FontProgram | null = file === undefined ? null : readTrueType(document.decode(file));
  const widthOf = readWidths(document, descendant);
  const unicodes = readUnicodes(document, font);
  return {
    dictionary: font,
    bytesPerCode: 2,
    drawings: [],
    reportUse(mode) {
      reportFont(font, undefined, report, mode);
      reportFont(descendant, descriptor, report, mode);
      report('PDType0Font', { cmapName: encoding });
      report('PDCMap', { CMapName: encoding });
      report('PDCIDFont', {
        Subtype: nameOf(descendant.get('Subtype')),
        CIDToGIDMap: isIdentity ? 'Identity' : null,
        containsFontFile: program !== null,
        fontName: nameOf(descendant.get('BaseFont')) ?? '',
        containsCIDSet: descriptor?.has('CIDSet') === true,
        cidSetListsAllGlyphs: false,
      });
    },
    glyphOf: (code) => ({
      name: code === 0 ? '.notdef' : null,
      isGlyphPresent: program !== null && code < program.glyphs,
      widthFromFontProgram: program === null || code >= program.glyphs ? null : program.widthOf(code),
      widthFromDictionary: widthOf(code),
      toUnicode: unicodes.get(code) ?? null,
    }),
  };
}

function readDifferences(document: PdfDocument, font: Dictionary): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const encoding = document.get(font, 'Encoding');
  let code = 0;
  for (const part of isDictionary(encoding) ? listValues(document, encoding.get('Differences')) : []) {
    if (part instanceof Name) names.set(code, part.text);
    code = part instanceof Name ? code + 1 : Number(part);
  }
  return names;
}

function openDrawn(document: PdfDocument, font: Dictionary, report: Report): OpenedFont {
  const names = readDifferences(document, font);
  const drawings = document.dictionary(font.get('CharProcs'))!;
  const first = Number(font.get('FirstChar'));
  const last = Number(font.get('LastChar'));
  const widths = listValues(document, font.get('Widths'));
  const unicodes = readUnicodes(document, font);
  return {
    dictionary: font,
    bytesPerCode: 1,
    drawings: [...drawings.values()],
    reportUse(mode) {
      reportFont(font, undefined, report, mode);
      report('PDSimpleFont', {
        isStandard: false,
        FirstChar: font.has('FirstChar') ? first : null,
        LastChar: font.has('LastChar') ? last : null,
        Widths_size: font.has('Widths') ? widths.length : null,
      });
    },
    glyphOf(code) {
      const name = names.get(code) ?? '.notdef';
      const drawing = drawings.get(name);
      const operands =
        drawing === undefined ? null : /^\s*([\d.-]+)\s/.exec(document.decode(drawing).toString('latin1'));
      return {
        name,
        isGlyphPresent: drawing !== undefined,
        widthFromFontProgram: operands === null ? null : Number(operands[1]),
        widthFromDictionary: code < first || code > last ? 0 : Number(widths[code - first]),
        toUnicode: unicodes.get(code) ?? null,
      };
    },
  };
}

/** Opens a font of a page. @throws for a kind of font that no page of this engine has. */
export function openFont(document: PdfDocument, font: Dictionary, report: Report): OpenedFont {
  const subtype = nameOf(font.get('Subtype'));
  if (subtype === 'Type0') return openComposite(document, font, report);
  if (subtype === 'Type3') return openDrawn(document, font, report);
  throw new Error(`A page has a font of type ${subtype}: ${decodeText(font.get('BaseFont'))}`);
}
