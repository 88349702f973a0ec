import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** Reads the words of a PDF with their fill colours, such as `#16181d`. */
export async function readInks(pdf: Buffer): Promise<{ readonly text: string; readonly colour: string }[]> {
  const { OPS } = await getResolvedPDFJS();
  const document = await getDocumentProxy(Uint8Array.from(pdf));
  const inks: { text: string; colour: string }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other, in their order
    const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
    const saved: string[] = [];
    let colour = '#000000';
    fnArray.forEach((operator, index) => {
      const [first] = argsArray[index] ?? [];
      if (operator === OPS.save) saved.push(colour);
      else if (operator === OPS.restore) colour = saved.pop() ?? colour;
      else if (operator === OPS.setFillRGBColor) colour = String(first);
      else if (operator === OPS.showText) inks.push({ text: showGlyphs(first), colour });
    });
  }
  return inks;
}

function showGlyphs(glyphs: readonly unknown[]): string {
  return glyphs
    .map((glyph) => (typeof glyph === 'object' && glyph !== null && 'unicode' in glyph ? glyph.unicode : ''))
    .join('');
}
