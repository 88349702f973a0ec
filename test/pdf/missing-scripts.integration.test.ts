import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SCRIPTS } from '../../src/pdf/browser/missing-scripts.ts';
import { buildLine, buildPrintable } from './support/build-invoice.ts';
import { openTestRenderer, type TestRenderer } from './support/open-test-renderer.ts';
import { getContent } from './support/read-pdf.ts';

let renderer: TestRenderer;
beforeAll(async () => {
  renderer = await openTestRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

/** Whether a page draws glyph 0, which every font has for letters that it lacks. */
async function drawsBoxes(pdf: Buffer): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS();
  const page = await (await getDocumentProxy(Uint8Array.from(pdf))).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  return fnArray.some(
    (operator, index) =>
      operator === OPS.showText &&
      (argsArray[index]![0] as unknown[]).some(
        (glyph) =>
          typeof glyph === 'object' &&
          glyph !== null &&
          'originalCharCode' in glyph &&
          glyph.originalCharCode === 0,
      ),
  );
}

it('tells which scripts would print as boxes here, and no others', async () => {
  const started = renderer.events.find((event) => event.type === 'browser_started')!;
  const names = Object.keys(SCRIPTS);
  const results = await renderer.render(
    Object.values(SCRIPTS).map((concept, index) =>
      buildPrintable({ number: `S-${index}`, lines: [buildLine({ concept })] }),
    ),
  );
  const boxes = await Promise.all(results.map(async (result) => drawsBoxes(getContent(result))));
  expect(started.missingScripts).toEqual(names.filter((_, index) => boxes[index]));
});

it('sees boxes where there are some', async () => {
  const [result] = await renderer.render([
    buildPrintable({ lines: [buildLine({ concept: '\u{2fe0}\u{2fe1}' })] }),
  ]);
  expect(await drawsBoxes(getContent(result))).toBe(true);
});
