import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { findTextExcess } from '../../src/domain/invoice/text-bound.ts';
import { everyNth } from '../support/long.ts';
import { buildInput, buildLine, documentOf } from '../domain/support/inputs.ts';
import { buildPrintable } from './support/build-invoice.ts';
import { openTestRenderer, type TestRenderer } from './support/open-test-renderer.ts';
import { getContent } from './support/read-pdf.ts';
import { FLAT_RULES } from '../../src/domain/reading/request-rules.ts';

/** A fifth of the time limit that the product sets for long invoices. */
const LIMIT_MS = 120_000;

let renderer: TestRenderer;
beforeAll(async () => {
  renderer = await openTestRenderer({ renderTimeLimitMs: LIMIT_MS, idleLimitMs: 60_000 });
});
afterAll(() => renderer[Symbol.asyncDispose]());

/** Texts that are hard to lay out, each for a different reason. */
const TEXTS = {
  'Latin words': 'Mantenimiento preventivo y correctivo ',
  'kerned letters without blanks': 'Wm',
  Chinese: '設備維護及修理服務',
  'Arabic words': 'خدمة صيانة المعدات ',
  'Arabic without blanks': 'بسم',
  'Hebrew words': 'שירות תחזוקה ',
  'alternating directions': 'אa1',
  'unterminated direction embeddings': '\u202aא\u202ba',
  'emoji sequences': '👩‍👩‍👧‍👦🇪🇸😀',
  'alternating letters and flags': '🇪🇸a',
  'alternating scripts': '設설সব',
  'stacked marks': `a${'\u0301\u0316'.repeat(4)}`,
  'mostly invisible characters': 'a\u200b\u200d\u2060',
  'Thai without blanks': 'บริการบำรุงรักษา',
  'line and paragraph separators': 'a\u2028b\u2029',
  'soft hyphens': 'a\u00ad',
  'the widest letter': '\ufdfa',
} as const;
type Text = keyof typeof TEXTS;

/** Repeats a text to the given number of code points, without blanks at the ends. */
function fill(text: Text, characters: number): string {
  const unit = Array.from(TEXTS[text]);
  return Array.from({ length: characters }, (_, index) => unit[index % unit.length])
    .join('')
    .replaceAll(/^\s|\s$/gu, 'x');
}

/** The longest amounts leave the concept the least room. */
const DENSE = { units: -123456.123456, unit_price: 12345.123456, discount_percent: 12.34 } as const;

const SHAPES = {
  'many short lines': (text: Text, share: number): InvoiceInput => ({
    lines: Array.from({ length: 1000 * share }, () => buildLine({ concept: fill(text, 200) })),
  }),
  'long notes': (text: Text, share: number): InvoiceInput => ({
    lines: Array.from({ length: 100 * share }, () =>
      buildLine({ concept: 'x', notes: fill(text, 1990), ...DENSE }),
    ),
  }),
  'all text fields': (text: Text): InvoiceInput => ({
    lines: [buildLine({ concept: fill(text, 1000), notes: fill(text, 2000), ...DENSE })],
    operation_description: fill(text, 500),
    payment_method: 'others',
    payment_method_info: fill(text, 500),
    footer_note: fill(text, 2000),
    recipient_billing_address: fill(text, 250),
    recipient_billing_city: fill(text, 100),
  }),
} as const;
type Shape = keyof typeof SHAPES;

const LARGEST: [Shape, Text][] = [
  ['many short lines', 'Chinese'],
  ['many short lines', 'Arabic words'],
  ['many short lines', 'kerned letters without blanks'],
  ['long notes', 'Arabic without blanks'],
  ['long notes', 'alternating directions'],
];

/**
 * Renders an invoice that the API accepts.
 * @returns the number of its pages and the texts of the first and the last pages.
 */
async function print(shape: Shape, text: Text, share: number) {
  const input = buildInput(SHAPES[shape](text, share));
  expect(findTextExcess(input, FLAT_RULES)).toBe(null);
  const [result] = await renderer.render([buildPrintable(documentOf(input))]);
  const document = await getDocumentProxy(Uint8Array.from(getContent(result)));
  const read = async (number: number) => {
    const { items } = await (await document.getPage(number)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  };
  const pages = document.numPages;
  const before = pages > 1 ? await read(pages - 1) : '';
  return { pages, first: await read(1), last: await read(pages), before };
}

async function expectWhole(shape: Shape, text: Text, share: number): Promise<number> {
  const { pages, first, last, before } = await print(shape, text, share);
  expect(first).toContain(`Página 1 de ${pages}`);
  expect(last).toContain(`Página ${pages} de ${pages}`);
  // A long note after the totals may begin a new page.
  expect(before + last).toMatch(/Total a pagar|Importe a su favor/);
  return pages;
}

describe('an invoice that the API accepts', () => {
  const matrix = Object.keys(SHAPES).flatMap((shape) =>
    Object.keys(TEXTS).map((text) => [shape, text] as [Shape, Text]),
  );
  it.each(everyNth(5, matrix))(
    'gets its PDF within the time limit: %s, %s',
    async (shape, text) => {
      expect(await expectWhole(shape, text, 1 / 50)).toBeLessThan(20);
    },
    30_000,
  );

  it.each(everyNth(5, LARGEST))(
    'gets its PDF within the time limit even at its largest: %s, %s',
    async (shape, text) => {
      expect(await expectWhole(shape, text, 1)).toBeGreaterThan(40);
    },
    LIMIT_MS + 30_000,
  );
});
