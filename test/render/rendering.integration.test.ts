import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INVOICES_PER_RENDER_BATCH } from '../../src/contracts/jobs.ts';
import type { PrintableInvoice } from '../../src/contracts/printable-invoice.ts';
import type { RenderResult } from '../../src/render/renderer.ts';
import { buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';
import { openTestRenderer, type TestRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, squash } from './support/read-pdf.ts';

let renderer: TestRenderer;
beforeAll(async () => {
  renderer = await openTestRenderer();
});
afterAll(async () => {
  await renderer[Symbol.asyncDispose]();
});

const buildLines = (count: number, name = 'L') =>
  Array.from({ length: count }, (_, index) => buildLine({ concept: `${name}-${index};` }));

async function expectOwnPdf(invoice: PrintableInvoice, result: RenderResult | undefined): Promise<void> {
  const { title, pages, squashed } = await readPdf(getContent(result));
  expect(title).toBe(`Factura ${invoice.document.number} de ${invoice.document.issuer.name}`);
  expect(result).toMatchObject({ issuedInvoiceId: invoice.issuedInvoiceId, pages: pages.length });
  expect(squashed.match(/N-\d+;/g)).toEqual(invoice.document.lines.map(({ concept }) => concept));
  expect(squashed.match(/Página\d+de\d+/g)).toEqual(
    pages.map((_, index) => `Página${index + 1}de${pages.length}`),
  );
}

describe('rendering', () => {
  it('gives each invoice its own pages and text, in any render batch', async () => {
    const shape = fc.record({
      lines: fc.integer({ min: 1, max: 70 }),
      note: fc.integer({ min: 0, max: 900 }),
      qr: fc.boolean(),
    });
    const mixes = fc.array(shape, { minLength: 1, maxLength: 40 });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(mixes, async (mix) => {
        const invoices = mix.map(({ lines, note, qr }) => {
          number += 1;
          const document = {
            number: `S/${number}`,
            lines: Array.from({ length: lines }, (_, index) =>
              buildLine({ concept: `N-${number * 1000 + index};`, notes: 'x '.repeat(note / lines) || null }),
            ),
          };
          return buildPrintable(document, qr ? {} : { qrUrl: null });
        });
        const results = await renderer.render(invoices);
        expect(results).toHaveLength(invoices.length);
        for (const [index, invoice] of invoices.entries()) await expectOwnPdf(invoice, results[index]);
      }),
      { numRuns: 6 },
    );
  }, 120_000);

  it('renders an invoice again with page numbers when it takes more pages than estimated', async () => {
    // The estimate ignores the website, whose thirty or so rows push the rest to a second page.
    const wide = buildProfile({ website: 'w'.repeat(900) });
    const invoices = [
      buildPrintable({ lines: buildLines(2, 'N') }),
      buildPrintable({ lines: buildLines(12, 'N') }, { issuerProfile: wide }),
      buildPrintable({ lines: buildLines(3, 'N') }),
    ];
    const before = renderer.events.length;
    const results = await renderer.render(invoices);
    expect(results.map((result) => 'pages' in result && result.pages)).toEqual([1, 2, 1]);
    expect(renderer.events.slice(before)).toMatchObject([{ invoices: 3 }, { invoices: 1 }]);
    for (const [index, invoice] of invoices.entries()) await expectOwnPdf(invoice, results[index]);
  });

  it('accepts concurrent calls', async () => {
    const many = [30, 1, 55].map((count) =>
      Array.from({ length: count }, () => buildPrintable({ number: `C/${count}` })),
    );
    const all = await Promise.all(many.map(async (invoices) => renderer.render(invoices)));
    for (const [index, results] of all.entries()) {
      const ids = many[index]?.map(({ issuedInvoiceId }) => issuedInvoiceId);
      expect(results.map(({ issuedInvoiceId }) => issuedInvoiceId)).toEqual(ids);
      expect((await readPdf(getContent(results.at(-1)))).title).toContain(` C/${many[index]?.length} `);
    }
  });

  it('yields each render batch while the next one runs', async () => {
    const invoices = Array.from({ length: 4 * INVOICES_PER_RENDER_BATCH }, () => buildPrintable());
    const before = renderer.events.length;
    const seen: { ids: number[]; renderBatches: number }[] = [];
    for await (const results of renderer.renderBatches(invoices)) {
      seen.push({
        ids: results.map(({ issuedInvoiceId }) => issuedInvoiceId),
        renderBatches: renderer.events.length - before,
      });
    }
    expect(seen.flatMap(({ ids }) => ids)).toEqual(invoices.map(({ issuedInvoiceId }) => issuedInvoiceId));
    expect(seen.length).toBeGreaterThanOrEqual(4);
    expect(seen.map(({ renderBatches }) => renderBatches)).toEqual(seen.map((_, index) => index + 1));
  });

  it('uses small render batches while another call waits, and serves that call first', async () => {
    const before = renderer.events.length;
    const many = Array.from({ length: 3 * INVOICES_PER_RENDER_BATCH }, () => buildPrintable());
    await Promise.all([renderer.render(many), renderer.render([buildPrintable()])]);
    const printed = renderer.events
      .slice(before)
      .flatMap((event) => (event.type === 'printed' ? [event.invoices] : []));
    expect(printed.reduce((sum, invoices) => sum + invoices, 0)).toBe(many.length + 1);
    expect(printed.indexOf(1)).toBeLessThanOrEqual(2);
    expect(printed).toContain(4);
    expect(Math.max(...printed.slice(printed.indexOf(4)))).toBeLessThan(INVOICES_PER_RENDER_BATCH);
  });

  it('gives the same bytes for the same invoices', async () => {
    const invoices = [buildPrintable({ lines: buildLines(3) }), buildPrintable({ lines: buildLines(50) })];
    const [first, second] = [await renderer.render(invoices), await renderer.render(invoices)];
    expect(first.map(getContent)).toEqual(second.map(getContent));
  });

  it('gives files of less than 45 kB that contain their fonts and declare their language', async () => {
    const invoices = Array.from({ length: 25 }, (_, index) =>
      buildPrintable({ lines: buildLines(5, `Línea ${index}`) }),
    );
    for (const result of await renderer.render(invoices)) {
      const content = getContent(result);
      expect(content.length).toBeLessThan(45_000);
      const text = content.toString('latin1');
      expect(text).toContain('/Lang (es-ES)');
      expect(text.match(/\/FontName \/\w+\+Inter-(?:Regular|SemiBold)\n/g)).toHaveLength(2);
      expect(text.match(/\/FontFile2/g)).toHaveLength(2);
    }
  });
});

describe('the PDF of an invoice', () => {
  it('shows all data of the invoice', async () => {
    const invoice = buildPrintable({
      type: 'R3',
      number: 'R-2026/000045',
      operationDate: '2026-12-01',
      dueDate: '2026-12-31',
      description: 'Obra de reforma, certificación 3',
      rectified: { number: 'F-2026/000012', issueDate: '2026-03-04' },
      lines: [
        buildLine({
          concept: 'Demolición',
          notes: 'Incluye retirada',
          units: '2.5',
          unitPrice: '1234.5678',
          discountPercent: '12.5',
          netAmount: '2700.617063',
          withholdingRate: '15',
        }),
        buildLine({ concept: 'Material sanitario', units: '1000', unitPrice: '0.5', rate: '10' }),
        buildLine({
          concept: 'Formación',
          unitPrice: '300',
          operationKey: null,
          exemptionCode: 'E1',
          rate: null,
        }),
      ],
      totals: {
        base: '3500.62',
        tax: '617.13',
        total: '4117.75',
        withholdings: [{ rate: '15', base: '2700.62', amount: '405.09' }],
        reimbursableExpenses: '87.40',
        payable: '3800.06',
      },
      paymentMethod: 'bank_transfer',
      paymentMethodInfo: 'ES91 2100 0418 4502 0005 1332',
      paid: true,
      footerNote: 'Gracias por su confianza.',
    });
    const [result] = await renderer.render([invoice]);
    const { squashed } = await readPdf(getContent(result));
    for (const text of [
      'Factura rectificativa R-2026/000045',
      'Fecha de expedición 20/11/2026 Fecha de operación 01/12/2026',
      'Talleres Ibérica del Norte, S.L. NIF B12345674 Polígono Industrial Malpica, calle F, parcela 12 50016 Zaragoza',
      '+34 976 000 000 administracion@talleresiberica.example talleresiberica.example',
      'Cliente Comercial Peñíscola, S.A. NIF A12345674 Avenida de la Constitución, 25, 3.º B 46001 València',
      'Factura que se rectifica F-2026/000012, de 04/03/2026',
      'Artículo 80.Cuatro de la Ley 37/1992',
      'Rectificación por diferencias.',
      'Obra de reforma, certificación 3',
      'Demolición Incluye retirada 2,5 1.234,5678 € 12,5 % IVA 21 % 2.700,617063 €',
      'Material sanitario 1.000 0,50 € IVA 10 % 500,00 €',
      'Formación 1 300,00 € Exenta art. 20 300,00 €',
      'IVA 2.700,62 € 21 % 567,13 €',
      'IVA 500,00 € 10 % 50,00 €',
      'IVA exento, art. 20 LIVA 300,00 € — 0,00 €',
      'Operación exenta de IVA por el artículo 20 de la Ley 37/1992.',
      'Base imponible 3.200,62 € Exento 300,00 € Impuestos 617,13 € Total factura 4.117,75 €',
      'Retención 15 % sobre 2.700,62 € -405,09 €',
      'Suplidos 87,40 € Importe pagado 3.800,06 € Pagada',
      'Forma de pago Transferencia bancaria Gracias por su confianza.',
      'Inscrita en el Registro Mercantil de Zaragoza',
    ]) {
      expect(squashed).toContain(squash(text));
    }
  });

  it.each([
    ['12345678Z', 'Retención IRPF 15 % -15,00 €'],
    ['B12345674', 'Retención 15 % -15,00 €'],
  ])('names the IRPF in a withholding only if the issuer is a natural person: %s', async (nif, shown) => {
    const withholdings = [{ rate: '15', base: '100.00', amount: '15.00' }];
    const { document } = buildPrintable({});
    const invoice = buildPrintable({
      issuer: { ...document.issuer, nif },
      lines: [buildLine({ withholdingRate: '15' })],
      totals: { ...document.totals, withholdings, payable: '106.00' },
    });
    const [result] = await renderer.render([invoice]);
    expect((await readPdf(getContent(result))).squashed).toContain(squash(shown));
  });

  it('omits data that the invoice does not have', async () => {
    const [result] = await renderer.render([buildPrintable({ paid: false }, { issuerProfile: null })]);
    const { squashed } = await readPdf(getContent(result));
    expect(squashed).not.toMatch(
      /Pagada|Suplidos|Retención|Formadepago|Fechadeoperación|vencimiento|Vence|null|undefined/,
    );
    expect(squashed.match(/Serviciodeconsultoría/g)).toHaveLength(1);
  });

  it.each([
    ['DE123456789', 'DE', 'NIF-IVADE123456789Hauptstraße110115BerlinAlemania'],
    ['XI123456789', 'GB', 'NIF-IVAXI123456789Hauptstraße110115BerlinReinoUnido'],
    ['GB123456789', 'GB', 'Id.fiscalGB123456789Hauptstraße110115BerlinReinoUnido'],
  ])(
    'shows a foreign recipient with document and country: %s, %s',
    async (documentNumber, countryCode, shown) => {
      const recipient = {
        name: 'Müller GmbH',
        documentType: 'international_vat_number',
        documentNumber,
        countryCode,
        address: 'Hauptstraße 1',
        postalCode: '10115',
        city: 'Berlin',
      } as const;
      const [result] = await renderer.render([buildPrintable({ recipient })]);
      const { squashed } = await readPdf(getContent(result));
      expect(squashed).toContain(`MüllerGmbH${shown}`);
    },
  );
});
