import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrintableInvoice } from '../../src/contracts/printable-invoice.ts';
import { buildDocument, buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';
import { decodeQrs } from './support/decode-qr.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { openSharedRenderer, openTestRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, squash } from './support/read-pdf.ts';

const POINTS_PER_MM = 72 / 25.4;
const LEFT = 15 * POINTS_PER_MM;
const RIGHT = 195 * POINTS_PER_MM;
const LONG_TEXT =
  'Mantenimiento preventivo y correctivo de instalaciones térmicas, eléctricas y de protección. '
    .repeat(6)
    .slice(0, 500);

const buildLines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildLine({
      concept: `Pieza mecanizada, plano ${1000 + index}`,
      units: String(index + 1),
      discountPercent: index % 4 === 0 ? '5' : null,
    }),
  );

const extreme = buildDocument({
  number: 'W'.repeat(60),
  issuer: { nif: 'B12345674', name: 'W'.repeat(120) },
  lines: [
    buildLine({
      concept: 'W'.repeat(400),
      notes: 'm'.repeat(60),
      units: '-123456789.123456',
      unitPrice: '-999999999.123456',
      discountPercent: '12.345678',
      netAmount: '-999999999999.123456',
    }),
  ],
  totals: {
    base: '-999999999999.99',
    tax: '-209999999999.99',
    total: '-999999999999.99',
    withholdings: [{ rate: '15', base: '-999999999999.98', amount: '-149999999999.99' }],
    reimbursableExpenses: '999999999999.99',
    payable: '-999999999999.99',
  },
  description: 'D'.repeat(500),
  paymentMethod: 'bank_remittance',
  paymentMethodInfo: 'P'.repeat(400),
  footerNote: 'Z'.repeat(3000),
});

/** The cases whose pages were also reviewed by eye. The tests check their text and geometry. */
const CASES: Readonly<Record<string, PrintableInvoice>> = {
  'one line': buildPrintable(),
  '25 lines': buildPrintable({ lines: buildLines(25) }),
  '60 lines': buildPrintable({ lines: buildLines(60), dueDate: '2026-12-20' }),
  'concepts of 500 characters': buildPrintable({
    lines: Array.from({ length: 6 }, () => buildLine({ concept: LONG_TEXT, notes: LONG_TEXT })),
  }),
  'a credit with negative lines': buildPrintable({
    type: 'R1',
    rectified: { number: 'F2026-0001', issueDate: '2026-10-02' },
    lines: [buildLine({ units: '-3', unitPrice: '149.9' }), buildLine({ unitPrice: '-1234.5' })],
  }),
  'words and amounts of the greatest length': buildPrintable(extreme, {
    issuerProfile: buildProfile({ email: 'e'.repeat(200), registryNote: 'R'.repeat(1000) }),
  }),
  'accents, euro, Greek and Cyrillic': buildPrintable({
    recipient: {
      name: 'Ελληνική Εταιρεία Α.Ε.',
      documentType: 'international_vat_number',
      documentNumber: 'EL123456789',
      countryCode: 'GR',
      address: 'Οδός Ερμού 15',
      postalCode: '10563',
      city: 'Αθήνα',
    },
    lines: [
      buildLine({ concept: 'Ñandú, àèìòù, ç, l·l, «ñ», 50 € — “cita” … ½ ²' }),
      buildLine({ concept: 'Доставка оборудования, Київ: ґ є і ї' }),
      buildLine({ concept: 'Łódź, Žižkov, Győr, Çeşme, Ğ İ ş ő ű ș ț' }),
    ],
  }),
  'twelve tax groups': buildPrintable({
    lines: (['01', '03', '05', '07', '09', '11', '14', '15', '17', '18', '19', '20'] as const).map((regime) =>
      buildLine({ concept: `Régimen ${regime}`, regime }),
    ),
  }),
  'neither recipient nor profile nor QR': buildPrintable(
    { type: 'F2', recipient: null },
    { issuerProfile: null, qrUrl: null },
  ),
};

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(async () => {
  await renderer[Symbol.asyncDispose]();
});

async function renderOne(invoice: PrintableInvoice) {
  const [result] = await renderer.render([invoice]);
  const content = getContent(result);
  return { content, ...(await readPdf(content)) };
}

describe('the layout of a page', () => {
  it.each(Object.keys(CASES))('keeps all text between the margins at its full size: %s', async (name) => {
    const invoice = CASES[name]!;
    const { pages } = await renderOne(invoice);
    pages.forEach(({ items, text }, index) => {
      const outside = items.filter(
        ({ text: shown, x, y, width }) =>
          shown.trim() !== '' &&
          (x < LEFT - 1 || x + width > RIGHT + 1 || y < 10 || y > 842 - 6 * POINTS_PER_MM),
      );
      expect(outside).toEqual([]);
      // Chromium shrinks a page that is too wide, and then the smallest text would be less than 10
      // px.
      const foot = items.find(({ text: shown }) => shown.startsWith('Página'));
      expect(foot?.fontSize).toBeCloseTo(7.5, 1);
      expect(text).toContain(`Página ${index + 1} de ${pages.length}`);
    });
  });

  it.each(Object.keys(CASES))('contains every letter of the lines and parties: %s', async (name) => {
    const { document } = CASES[name]!;
    const { squashed } = await renderOne(CASES[name]!);
    const texts = [
      document.number,
      document.issuer.name,
      document.issuer.nif,
      document.recipient?.name,
      document.recipient?.address,
      document.footerNote,
      document.paymentMethodInfo,
    ];
    for (const text of texts) expect(squashed).toContain(squash(text ?? ''));
    for (const { concept } of document.lines) expect(squashed).toContain(squash(concept));
  });

  it('has one page for one line, two for 25 lines and three for 60 lines', async () => {
    const results = await renderer.render([CASES['one line']!, CASES['25 lines']!, CASES['60 lines']!]);
    expect(results.map((result) => 'pages' in result && result.pages)).toEqual([1, 2, 3]);
  });

  it('repeats the table header and names the invoice, issuer and customer on each page', async () => {
    const { pages } = await renderOne(CASES['60 lines']!);
    for (const { text } of pages) {
      expect(text.match(/Concepto\s*Cantidad\s*Precio unitario\s*Dto\.\s*Impuesto\s*Importe/g)).toHaveLength(
        1,
      );
      for (const name of ['Talleres Ibérica del Norte, S.L.', 'F2026-0001', 'Comercial Peñíscola, S.A.'])
        expect(text).toContain(name);
    }
    expect(pages.at(-1)?.text).toContain('Total a pagar');
  });

  it('shows the addressee of an invoice without an identified recipient, with the name on each page', async () => {
    const whole = {
      name: 'Ana Pérez',
      countryCode: 'PT',
      address: 'Rua Augusta 1',
      postalCode: '1100-048',
      city: 'Lisboa',
    };
    const nothing = { name: null, countryCode: null, address: null, postalCode: null, city: null };
    const addressees = [whole, { ...nothing, name: 'Ana Pérez' }, { ...nothing, city: 'Lisboa' }, null];
    const shown = await Promise.all(
      addressees.map(async (addressee) => {
        const unidentified = { type: 'F2', recipient: null, unidentifiedRecipient: true, addressee } as const;
        const { pages } = await renderOne(buildPrintable({ ...unidentified, lines: buildLines(60) }));
        expect(pages.map(({ text }) => text.includes('Ana Pérez'))).toEqual(
          pages.map(() => addressee?.name != null),
        );
        const [first] = pages;
        return [
          'Cliente',
          'Ana Pérez',
          'Rua Augusta 1',
          '1100-048 Lisboa',
          'Lisboa',
          'Portugal',
          'null',
        ].filter((text) => first!.text.includes(text));
      }),
    );
    expect(shown).toEqual([
      ['Cliente', 'Ana Pérez', 'Rua Augusta 1', '1100-048 Lisboa', 'Lisboa', 'Portugal'],
      ['Cliente', 'Ana Pérez'],
      ['Cliente', 'Lisboa'],
      [],
    ]);
  });

  it('does not break a line of the invoice across pages', async () => {
    const { pages } = await renderOne(CASES['concepts of 500 characters']!);
    const whole = pages.flatMap(({ text }) => squash(text).match(new RegExp(squash(LONG_TEXT), 'g')) ?? []);
    expect(whole).toHaveLength(12);
  });

  it('continues a line that is longer than a page on the next page', async () => {
    const words = Array.from({ length: 2000 }, (_, index) => `nota${index}`);
    const { pages } = await renderOne(buildPrintable({ lines: [buildLine({ notes: words.join(' ') })] }));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages[0]?.text).toContain('nota0 ');
    const printed = pages.flatMap(({ text }) => text.match(/nota\d+/g) ?? []);
    expect(printed).toEqual(words);
  });

  it('does not break the longest numbers', async () => {
    const { pages } = await renderOne(CASES['words and amounts of the greatest length']!);
    const pieces = new Set(
      pages.flatMap(({ items }) => items.map(({ text }) => text.replaceAll('\u{a0}', ' '))),
    );
    expect([...pieces]).toEqual(
      expect.arrayContaining([
        '-123.456.789,123456',
        '-999.999.999,123456 €',
        '12,345678 %',
        '-999.999.999.999,123456 €',
        '-999.999.999.999,99 €',
      ]),
    );
  });

  it('has a discount column only if a line has a discount', async () => {
    const without = await renderOne(CASES['one line']!);
    const withDiscount = await renderOne(CASES['25 lines']!);
    expect(without.squashed).not.toContain('Dto.');
    expect(withDiscount.squashed).toContain('Dto.');
  });

  it('shows the logo in the first render batch of a new browser', async () => {
    // A red dot, 8 × 8.
    const base64 =
      'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC';
    const logo = { mediaType: 'image/png', base64 } as const;
    await using fresh = await openTestRenderer();
    const [result] = await fresh.render([buildPrintable({}, { issuerProfile: buildProfile({ logo }) })]);
    expect(getContent(result).toString('latin1')).toMatch(/\/Subtype \/Image\n\/Width 8\n\/Height 8/);
  });
});

describe('the QR code', () => {
  it.each(Object.keys(CASES).filter((name) => CASES[name]?.qrUrl !== null))(
    'appears once, at the top centre of the first page, 30 to 40 mm wide, with a quiet zone: %s',
    async (name) => {
      const invoice = CASES[name]!;
      const { content, pages } = await renderOne(invoice);
      const qrs = decodeQrs(content);
      expect(qrs).toHaveLength(1);
      const { page, qr } = qrs[0]!;
      expect({ page, text: qr.text, level: qr.level }).toEqual({ page: 0, text: invoice.qrUrl, level: 'M' });
      const [left, bottom, right, top] = qr.box;
      for (const side of [right - left, top - bottom]) {
        expect(side / POINTS_PER_MM).toBeGreaterThanOrEqual(30);
        expect(side / POINTS_PER_MM).toBeLessThanOrEqual(40);
      }
      expect((left + right) / 2).toBeCloseTo(595 / 2, -0.5);
      expect(top).toBeGreaterThan(842 - 30 * POINTS_PER_MM);
      const quiet = 2 * POINTS_PER_MM;
      const intruders = pages[0]!.items.filter(({ text, x, y, width, fontSize }) => {
        const beside = x > right + quiet || x + width < left - quiet;
        const apart = y > top + quiet || y + fontSize < bottom - quiet;
        return text.trim() !== '' && !beside && !apart;
      });
      expect(intruders).toEqual([]);
    },
  );

  it('has captions above and below that are no smaller than any other data', async () => {
    const { content, pages } = await renderOne(CASES['a credit with negative lines']!);
    const [, bottom, , top] = decodeQrs(content)[0]!.qr.box;
    const items = pages[0]!.items.filter(({ text }) => text.trim() !== '');
    const find = (start: string) => items.find(({ text }) => text.startsWith(start))!;
    expect(find('QR tributario:').y).toBeGreaterThan(top);
    expect(find('Factura verificable').y).toBeLessThan(bottom);
    expect(find('VERI*FACTU').y).toBeLessThan(bottom);
    expect(squash(pages[0]!.text)).toContain(squash('Factura verificable en la sede electrónica de la AEAT'));
    const title = find('Factura rectificativa');
    const largest = Math.max(...items.filter((item) => item !== title).map(({ fontSize }) => fontSize));
    expect(find('QR tributario:').fontSize).toBe(largest);
    expect(find('VERI*FACTU').fontSize).toBe(largest);
  });

  it('is a link to its own address, the only link of the document', async () => {
    const invoice = buildPrintable({ number: 'A(1)\\2/3 &+%~!*' });
    const { content } = await renderOne(invoice);
    const links = [...content.toString('latin1').matchAll(/\/URI \(((?:\\.|[^\\)])*)\)/g)];
    expect(links.map(([, address]) => address?.replaceAll(/\\(.)/g, '$1'))).toEqual([invoice.qrUrl]);
    expect(decodeQrs(content)[0]?.qr.text).toBe(invoice.qrUrl);
  });

  it('is absent with its captions when there is no VeriFactu', async () => {
    const { content, squashed } = await renderOne(CASES['neither recipient nor profile nor QR']!);
    expect(decodeQrs(content)).toEqual([]);
    expect(content.toString('latin1')).not.toContain('/URI');
    expect(squashed).not.toMatch(/QRtributario|VERI\*FACTU|verificable/);
  });
});
