import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../src/contracts/invoice-document.ts';
import {
  buildRenderBatchContent,
  divideRenderBatch,
  planCountedRenderBatch,
  planRenderBatches,
} from '../../src/render/render-plan.ts';
import { buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';

const invoices = fc
  .array(fc.integer({ min: 1, max: 60 }), { maxLength: 80 })
  .map((sizes) =>
    sizes.map((size) => buildPrintable({ lines: Array.from({ length: size }, () => buildLine()) })),
  );

describe('the plan of render batches', () => {
  it('contains every invoice once, at most 25 per render batch, and each invoice of many pages alone', () => {
    fc.assert(
      fc.property(invoices, (all) => {
        const renderBatches = planRenderBatches(all);
        const placed = renderBatches.flatMap((renderBatch) => renderBatch.placed);
        expect(placed.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(
          all.map((_, place) => place),
        );
        expect(placed.every(({ place, invoice }) => all[place] === invoice)).toBe(true);
        for (const { placed: together, paging } of renderBatches) {
          expect(together.length).toBeLessThanOrEqual(paging === 'many' ? 1 : 25);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('has smaller render batches for text that is slow to lay out, so that none occupies the browser for long', () => {
    const count = (footerNote: string | null) =>
      planRenderBatches(Array.from({ length: 16 }, () => buildPrintable({ footerNote }))).map(
        ({ placed }) => placed.length,
      );
    expect(count('Gracias por su confianza. '.repeat(40))).toEqual([16]);
    expect(count('सेवा '.repeat(200))).toEqual([16]);
    expect(count('設a'.repeat(200))).toEqual([4, 4, 4, 4]);
  });

  it('can be divided into smaller render batches without losing an invoice', () => {
    const [renderBatch] = planRenderBatches(Array.from({ length: 10 }, () => buildPrintable()));
    const places = (most: number) =>
      divideRenderBatch(renderBatch!, most).map((part) => part?.placed.map(({ place }) => place));
    expect(places(4)).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7, 8, 9],
    ]);
    expect(places(10)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], undefined]);
  });

  it('puts an invoice whose weight cannot be computed into a render batch of its own, so that only this invoice fails', () => {
    const whole = buildPrintable();
    const broken = { ...whole, document: { ...whole.document, totals: null as never } };
    const renderBatches = planRenderBatches([whole, broken, whole]);
    expect(renderBatches.map(({ placed }) => placed.map(({ place }) => place))).toEqual([[0, 2], [1]]);
  });

  it('expects one page for an invoice of a few lines and many for sixty lines', () => {
    const lines = (count: number) => Array.from({ length: count }, () => buildLine());
    const [short, long] = planRenderBatches([
      buildPrintable({ lines: lines(60) }),
      buildPrintable({ lines: lines(10) }),
    ]);
    expect(short).toMatchObject({ paging: 'single', placed: [{ place: 1 }] });
    expect(long).toMatchObject({ paging: 'many', placed: [{ place: 0 }] });
  });

  it('contains a logo once, however many invoices show it', () => {
    const logo = { mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const;
    const all = [1, 2, 3].map(() => buildPrintable({}, { issuerProfile: buildProfile({ logo }) }));
    const other = buildPrintable({}, { issuerProfile: buildProfile({ logo: { ...logo, base64: 'AAAA' } }) });
    const [renderBatch] = planRenderBatches([...all, other]);
    const { body } = buildRenderBatchContent(renderBatch!);
    expect(body.split(logo.base64)).toHaveLength(2);
    expect(body.match(/class="logo logo-0"/g)).toHaveLength(3);
    expect(body.match(/class="logo logo-1"/g)).toHaveLength(1);
  });

  it('refuses a logo that is not base64, because it becomes part of a style', () => {
    const logo = { mediaType: 'image/png', base64: 'AAAA); } body { display: none' } as const;
    const [renderBatch] = planRenderBatches([buildPrintable({}, { issuerProfile: buildProfile({ logo }) })]);
    expect(() => buildRenderBatchContent(renderBatch!)).toThrow('The logo is not base64');
  });

  const continuationOf = (changes: Partial<InvoiceDocument>, annulledOn: string | null = null) => {
    const lines = Array.from({ length: 60 }, () => buildLine());
    const [renderBatch] = planRenderBatches([buildPrintable({ lines, ...changes }, { annulledOn })]);
    return buildRenderBatchContent(renderBatch!).paging?.continuation.split('\n');
  };

  it('has number, issuer and customer in the headings of a long invoice', () => {
    const client = 'Cliente: Comercial Peñíscola, S.A.';
    const issuer = 'Talleres Ibérica del Norte, S.L.';
    expect(continuationOf({})).toEqual([`Factura F2026-0001 · ${issuer}`, client]);
    expect(continuationOf({ type: 'R2' })?.[0]).toBe(`Factura rectificativa F2026-0001 · ${issuer}`);
    expect(continuationOf({ recipient: null, type: 'F2' })).toEqual([
      `Factura simplificada F2026-0001 · ${issuer}`,
    ]);
    const addressee = { name: 'Ana', countryCode: null, address: null, postalCode: null, city: null };
    const unidentified = { recipient: null, addressee, unidentifiedRecipient: true, type: 'F2' } as const;
    expect(continuationOf(unidentified)).toEqual([`Factura F2026-0001 · ${issuer}`, 'Cliente: Ana']);
    expect(continuationOf({ ...unidentified, addressee: { ...addressee, name: null } })).toHaveLength(1);
    expect(continuationOf({}, '2026-11-21')?.[0]).toBe(`FACTURA ANULADA F2026-0001 · ${issuer}`);
  });

  it('has a long number on its own line of the heading and shortens a long name, never the number', () => {
    const number = 'W'.repeat(60);
    const issuer = { nif: 'B12345674', name: 'Ñ'.repeat(120) };
    expect(continuationOf({ number, issuer })?.slice(0, 2)).toEqual([number, `Factura · ${'Ñ'.repeat(59)}…`]);
  });

  it('has the annulment in the heading of an invoice with a long number', () => {
    const lines = continuationOf({ number: 'W'.repeat(60) }, '2026-11-21');
    expect(lines?.slice(0, 2)).toEqual([
      'W'.repeat(60),
      'FACTURA ANULADA · Talleres Ibérica del Norte, S.L.',
    ]);
  });

  it('has running sums for the lines of a long invoice, but none for short invoices', () => {
    const lines = ['0.10', '0.20', '-1234.57', '999999999999.99'].map((netAmount) =>
      buildLine({ netAmount }),
    );
    const [long, short] = [
      planCountedRenderBatch({ place: 0, invoice: buildPrintable({ lines }), weight: 0 }),
      planRenderBatches([buildPrintable()])[0]!,
    ];
    const sums = ['0,00', '0,10', '0,30', '-1.234,27', '999.999.998.765,72'].map((sum) => `${sum}\u{a0}€`);
    expect(buildRenderBatchContent(long).paging?.sums).toEqual(sums);
    expect(buildRenderBatchContent(short).paging).toBeNull();
  });
});
