import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildLine, buildPrintable } from './support/build-invoice.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf } from './support/read-pdf.ts';

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

it.each([
  ['خدمة 123 قطع ABC', false],
  ['Servicio 123 piezas ABC', true],
])('a text runs in the direction of its own letters: %s', async (concept, isLeftToRight) => {
  const [result] = await renderer.render([buildPrintable({ lines: [buildLine({ concept })] })]);
  const { pages } = await readPdf(getContent(result));
  const place = (text: string) => {
    const item = pages[0]!.items.find((each) => each.text.includes(text))!;
    return item.x + (item.width * item.text.indexOf(text)) / item.text.length;
  };
  expect(place('123') < place('ABC')).toBe(isLeftToRight);
});
