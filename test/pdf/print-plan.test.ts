import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPrintContent, planPrints } from '../../src/pdf/print-plan.ts';
import { buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';

const invoices = fc
  .array(fc.integer({ min: 1, max: 60 }), { maxLength: 80 })
  .map((sizes) =>
    sizes.map((size) => buildPrintable({ lines: Array.from({ length: size }, () => buildLine()) })),
  );

describe('the plan of prints', () => {
  it('prints every invoice once, at most 25 together, and counted ones alone', () => {
    fc.assert(
      fc.property(invoices, (all) => {
        const prints = planPrints(all);
        const placed = prints.flatMap((print) => print.placed);
        expect(placed.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(
          all.map((_, place) => place),
        );
        expect(placed.every(({ place, invoice }) => all[place] === invoice)).toBe(true);
        for (const { placed: together, paging } of prints) {
          expect(together.length).toBeLessThanOrEqual(paging === 'many' ? 1 : 25);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('prints fewer together where their text takes long to set: no print holds the browser for long', () => {
    const count = (footerNote: string | null) =>
      planPrints(Array.from({ length: 16 }, () => buildPrintable({ footerNote }))).map(
        ({ placed }) => placed.length,
      );
    expect(count('Gracias por su confianza. '.repeat(40))).toEqual([16]);
    expect(count('सेवा '.repeat(200))).toEqual([16]);
    expect(count('設a'.repeat(200))).toEqual([3, 3, 3, 3, 3, 1]);
  });

  it('puts an invoice that cannot even be measured alone, so that it fails alone', () => {
    const whole = buildPrintable();
    const broken = { ...whole, document: { ...whole.document, totals: null as never } };
    const prints = planPrints([whole, broken, whole]);
    expect(prints.map(({ placed }) => placed.map(({ place }) => place))).toEqual([[0, 2], [1]]);
  });

  it('takes an invoice of a few lines for one page and one of sixty for more', () => {
    const lines = (count: number) => Array.from({ length: count }, () => buildLine());
    const [short, long] = planPrints([
      buildPrintable({ lines: lines(60) }),
      buildPrintable({ lines: lines(10) }),
    ]);
    expect(short).toMatchObject({ paging: 'single', placed: [{ place: 1 }] });
    expect(long).toMatchObject({ paging: 'many', placed: [{ place: 0 }] });
  });

  it('carries a logo once, however many invoices show it', () => {
    const logo = { mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const;
    const all = [1, 2, 3].map(() => buildPrintable({}, { issuerProfile: buildProfile({ logo }) }));
    const other = buildPrintable({}, { issuerProfile: buildProfile({ logo: { ...logo, base64: 'AAAA' } }) });
    const [print] = planPrints([...all, other]);
    const { body } = buildPrintContent(print!);
    expect(body.split(logo.base64)).toHaveLength(2);
    expect(body.match(/class="logo logo-0"/g)).toHaveLength(3);
    expect(body.match(/class="logo logo-1"/g)).toHaveLength(1);
  });

  it('refuses a logo that is no base64, since it goes into a style', () => {
    const logo = { mediaType: 'image/png', base64: 'AAAA); } body { display: none' } as const;
    const [print] = planPrints([buildPrintable({}, { issuerProfile: buildProfile({ logo }) })]);
    expect(() => buildPrintContent(print!)).toThrow('The logo is not base64');
  });

  it('shortens a long issuer name at the foot of a long invoice, never its number', () => {
    const issuer = { nif: 'B12345674', name: 'Ñ'.repeat(120) };
    const lines = Array.from({ length: 60 }, () => buildLine());
    const [print] = planPrints([buildPrintable({ issuer, lines })]);
    expect(buildPrintContent(print!).reference).toBe(`${'Ñ'.repeat(59)}… · F2026-0001`);
  });
});
