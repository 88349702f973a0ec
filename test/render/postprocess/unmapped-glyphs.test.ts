import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { UnexpectedPdfError, type PdfObject } from '../../../src/render/postprocess/pdf-file.ts';
import { listMendedCMaps } from '../../../src/render/postprocess/unmapped-glyphs.ts';

const FONT = '<</Type /Font\n/Subtype /Type0\n/BaseFont /AAAAAA+NotoSansArabic-Regular\n/ToUnicode 9 0 R>>';

function list(cmap: string | null, isCompressed = true, text = FONT) {
  const plain = cmap === null ? null : Buffer.from(cmap, 'latin1');
  const stream = plain === null || !isCompressed ? plain : deflateSync(plain);
  const filter = isCompressed ? '/Filter /FlateDecode ' : '';
  const object: PdfObject = { parts: [`<<${filter}/Length ${stream?.length}>>`], references: [], stream };
  return listMendedCMaps({ text, read: () => object });
}

it.each([true, false])(
  'a ToUnicode CMap has U+FFFD instead of values that PDF/A forbids, compressed: %s',
  (isCompressed) => {
    const cmap = (one: string, two: string) =>
      `3 beginbfchar\n<0000> <0041>\n<0012> <${one}>\n<0013> <${two}>\nendbfchar\n1 beginbfrange\n<0000> <0001> <0041>\nendbfrange\n`;
    for (const forbidden of ['0000', 'FEFF', 'FFFE'])
      expect(list(cmap(forbidden, '0000'), isCompressed)).toEqual([{ id: 9, content: cmap('FFFD', 'FFFD') }]);
    expect(list(cmap('00000041', '0020'), isCompressed)).toEqual([]);
  },
);

it('only CMaps of fonts are mended, and each once', () => {
  const cmap = '<0012> <0000>\n';
  expect(list(cmap, true, '<</Type /FontDescriptor /More 8 0 R>>')).toEqual([]);
  expect(list(cmap, true, `${FONT}\n${FONT}`)).toHaveLength(1);
  expect(() => list(null)).toThrow(UnexpectedPdfError);
});
