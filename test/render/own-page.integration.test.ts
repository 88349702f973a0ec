import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../src/contracts/invoice-document.ts';
import { buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { readInks } from './support/read-inks.ts';
import { getContent, readPdf, squash, type TextItem } from './support/read-pdf.ts';

const ACCENT = '#1a5276';
const INKS = ['#16181d', '#555555'];

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

type Ink = Awaited<ReturnType<typeof readInks>>[number];

/** Returns the colour of the first occurrence of a text, however it is divided into words. */
function colourOf(text: string, inks: readonly Ink[]): string | undefined {
  const letters = inks.flatMap((ink) => Array.from(ink.text, (letter) => ({ letter, colour: ink.colour })));
  return letters[
    letters
      .map(({ letter }) => letter)
      .join('')
      .indexOf(text)
  ]?.colour;
}

describe('the accent colour of an issuer', () => {
  it('applies to the title and the amount to pay, and to no other text', async () => {
    const invoice = buildPrintable(
      { dueDate: '2026-12-20' },
      { issuerProfile: buildProfile({ accent: ACCENT }) },
    );
    const [result] = await renderer.render([invoice]);
    const inks = await readInks(getContent(result));
    const accented = inks.filter(({ colour }) => colour === ACCENT).map(({ text }) => text);
    expect(squash(accented.join(''))).toBe('FacturaTotalapagar121,00€');
    expect(new Set(inks.map(({ colour }) => colour))).toEqual(new Set([...INKS, ACCENT]));
  });

  it('applies to its own invoice only, even within one render batch, and is ink by default', async () => {
    const accents = ['#7b241c', null, '#145a32', undefined, '#7b241c'];
    const invoices = accents.map((accent) => {
      const profile = buildProfile();
      return buildPrintable({}, { issuerProfile: accent === undefined ? profile : { ...profile, accent } });
    });
    const results = await renderer.render(invoices);
    const colours = await Promise.all(
      results.map(async (result) => colourOf('FacturaF2026', await readInks(getContent(result)))),
    );
    expect(colours).toEqual(accents.map((accent) => accent ?? INKS[0]));
  });
});

describe('an unknown language from a later release', () => {
  it('fails only its own invoice and is not replaced by another language', async () => {
    const issuerProfile = { ...buildProfile(), language: 'fr' } as unknown as ReturnType<typeof buildProfile>;
    const [failed, printed] = await renderer.render([
      buildPrintable({}, { issuerProfile }),
      buildPrintable(),
    ]);
    expect(failed).toMatchObject({ error: new Error('This release does not support the language fr') });
    expect(getContent(printed).length).toBeGreaterThan(1000);
  });
});

/** Lists the lines of text on a page, from the top. */
function listRows(items: readonly TextItem[]): string[] {
  const rows = Map.groupBy(
    items.filter(({ text }) => text.trim() !== ''),
    ({ y }) => Math.round(y),
  );
  return [...rows]
    .toSorted(([one], [other]) => other - one)
    .map(([, row]) =>
      row
        .map(({ text }) => text)
        .join('')
        .trim(),
    );
}

async function print(changes: Partial<InvoiceDocument>) {
  const [result] = await renderer.render([buildPrintable(changes)]);
  return readPdf(getContent(result));
}

describe('line breaks in texts', () => {
  const TEXT = 'Primera línea\nSegunda\n\nTercera';

  it('are printed in notes, in the footer and in the payment information', async () => {
    for (const changes of [
      { lines: [buildLine({ notes: TEXT })] },
      { footerNote: TEXT },
      { paymentMethodInfo: TEXT },
    ]) {
      const { pages } = await print(changes);
      const { items } = pages[0]!;
      const [first, second, third] = ['Primera línea', 'Segunda', 'Tercera'].map((text) =>
        items.find((item) => item.text.startsWith(text))!,
      );
      expect(first!.x).toBeCloseTo(second!.x, 1);
      expect(first!.x).toBeCloseTo(third!.x, 1);
      expect((second!.y - third!.y) / (first!.y - second!.y)).toBeCloseTo(2, 0.5);
    }
  });

  it('are reduced to one empty line, without blanks at the ends of lines', async () => {
    const plain = await print({ footerNote: 'Arriba\n\nAbajo' });
    const loose = await print({ footerNote: 'Arriba  \n\n \n\n\n  Abajo' });
    expect(listRows(loose.pages[0]!.items)).toEqual(listRows(plain.pages[0]!.items));
    const heights = [plain, loose].map(({ pages }) => {
      const [top, low] = ['Arriba', 'Abajo'].map(
        (text) => pages[0]!.items.find((item) => item.text === text)!.y,
      );
      return top! - low!;
    });
    expect(heights[0]).toBeCloseTo(heights[1]!, 1);
  });

  it('are kept before and after an account number', async () => {
    const { pages } = await print({
      dueDate: '2026-12-20',
      paymentMethodInfo: 'Banco Ejemplo\nIBAN: ES91 2100 0418 4502 0005 1332\nBIC CAIXESBB\nConcepto: 2026/1',
    });
    const rows = listRows(pages[0]!.items).map((row) => row.replaceAll('\u{a0}', ' '));
    const texts = ['Banco Ejemplo', 'IBAN ES91 2100 0418 4502 0005 1332', 'BIC CAIXESBB', 'Concepto: 2026/1'];
    const places = texts.map((text) => rows.findIndex((row) => row.startsWith(text)));
    expect(places.includes(-1)).toBe(false);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('become blanks in an invoice with more than 10,000 of them, to limit its pages', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, () =>
        buildLine({ notes: Array.from({ length: 100 }, () => 'a').join('\n') }),
      );
    expect((await print({ lines: lines(101) })).pages.length).toBeGreaterThan(100);
    expect((await print({ lines: lines(102) })).pages.length).toBeLessThan(15);
  }, 60_000);
});
