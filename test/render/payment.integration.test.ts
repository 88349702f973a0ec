import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, squash } from './support/read-pdf.ts';

const BY_TRANSFER = {
  dueDate: '2026-12-20',
  paymentMethod: 'bank_transfer',
  paymentMethodInfo: 'IBAN: ES9121000418450200051332. Indique el número.',
} as const;

const NO_ACCOUNT = {
  iban: null,
  bic: null,
  mandateReference: null,
  creditorId: null,
  terms: null,
  due: [],
};

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

async function print(
  changes: Parameters<typeof buildPrintable>[0],
  others: Parameters<typeof buildPrintable>[1] = {},
) {
  const [result] = await renderer.render([buildPrintable({ ...BY_TRANSFER, ...changes }, others)]);
  return readPdf(getContent(result));
}

describe('the amount to pay on the page', () => {
  it('is followed by its due date and the account number in groups of four', async () => {
    const { squashed, pages } = await print({});
    expect(squashed).toContain('Totalapagar121,00€Venceel20/12/2026');
    const texts = pages[0]!.items.map(({ text }) => text.replaceAll('\u{a0}', ' '));
    expect(texts).toContain('IBAN ES91 2100 0418 4502 0005 1332');
    expect(texts).toContain('Indique el número.');
    expect(squashed.match(/IBAN/g)).toHaveLength(1);
  });

  it('appears below the total of the invoice even if both are equal', async () => {
    const { squashed } = await print({});
    expect(squashed.match(/Total(?:factura|apagar)121,00€/g)).toEqual([
      'Totalfactura121,00€',
      'Totalapagar121,00€',
    ]);
  });

  it('is followed by each instalment with its date and amount', async () => {
    const { squashed } = await print({
      payment: {
        ...NO_ACCOUNT,
        due: [
          { date: '2026-12-20', amount: '60.00' },
          { date: '2027-01-20', amount: '61.00' },
        ],
      },
    });
    expect(squashed).toContain('Totalapagar121,00€Venceel20/12/202660,00€Venceel20/01/202761,00€');
    expect(squashed).not.toContain('Fechadevencimiento');
    const single = await print({
      dueDate: null,
      payment: { ...NO_ACCOUNT, due: [{ date: '2026-12-24', amount: '121.00' }] },
    });
    expect(single.squashed).toContain('Totalapagar121,00€Venceel24/12/2026');
    expect(single.squashed).toContain('Fechadevencimiento24/12/2026');
  });

  it('names the account that a direct debit charges, its mandate and its creditor', async () => {
    const payment = {
      ...NO_ACCOUNT,
      iban: 'ES9121000418450200051332',
      bic: 'CAIXESBBXXX',
      mandateReference: 'MND-7',
      creditorId: 'ES12000B12345674',
    };
    const debit = { paymentMethod: 'direct_debit', paymentMethodInfo: null, payment } as const;
    const { squashed } = await print(debit);
    expect(squashed).toContain(
      'AdeudodirectoSEPACuentadecargoIBANES9121000418450200051332BICCAIXESBBXXXMandato:MND-7Acreedor:ES12000B12345674',
    );
    const paid = await print({ ...debit, paid: true });
    expect(paid.squashed).toContain('AdeudodirectoSEPAMandato:MND-7');
    expect(paid.squashed).not.toMatch(/IBAN|BIC|Cuentadecargo/);
  });

  it('is less by deposits, which do not lower the total, and more by the VAT of another member state', async () => {
    const foreign = buildLine({
      taxType: 'oss',
      regime: '17',
      operationKey: 'N2',
      rate: null,
      taxCountry: 'FR',
      foreignRate: '20',
    });
    const { squashed } = await print({ lines: [buildLine(), foreign], totals: { prepaid: '50.00' } });
    expect(squashed).toContain(
      'Totalfactura221,00€IVAdeotroEstadomiembro20,00€Anticipos-50,00€Totalapagar191,00€',
    );
    expect(squashed).toContain('IVA(FR)Ventanillaúnica(OSS,IOSS)100,00€20%20,00€');
  });

  it('is followed by the account of the issuer’s profile if the invoice states none, and by no other account', async () => {
    const issuerProfile = buildProfile({ iban: 'ES7921000813610123456789', bic: 'BBVAESMMXXX' });
    const { pages } = await print({ paymentMethodInfo: null }, { issuerProfile });
    const texts = pages[0]!.items.map(({ text }) => text.replaceAll('\u{a0}', ' '));
    expect(texts).toContain('IBAN ES79 2100 0813 6101 2345 6789');
    expect(texts).toContain('BIC BBVAESMMXXX');
    const own = await print({}, { issuerProfile });
    expect(own.squashed).toContain('IBANES9121000418450200051332');
    expect(own.squashed).not.toMatch(/ES79|BIC/);
    const debit = { paymentMethod: 'direct_debit', paymentMethodInfo: null } as const;
    expect((await print(debit, { issuerProfile })).squashed).not.toMatch(/IBAN|BIC/);
  });

  it('has the same account on the last of many pages', async () => {
    const issuerProfile = buildProfile({ iban: 'MT84MALT011000012345MTLCAST001S' });
    const lines = Array.from({ length: 80 }, () => buildLine());
    const { pages } = await print({ paymentMethodInfo: null, lines }, { issuerProfile });
    const found = pages.map(({ text }) => squash(text).includes('IBANMT84MALT011000012345MTLCAST001S'));
    expect(found).toEqual([false, false, true]);
  });

  it('has the font size of the captions of the QR code', async () => {
    const { pages } = await print({});
    const sizeOf = (start: string) =>
      pages[0]!.items.findLast(({ text }) => text.startsWith(start))?.fontSize;
    expect(sizeOf('121,00')).toBe(sizeOf('QR tributario'));
    expect(sizeOf('IBAN')).toBe(sizeOf('QR tributario'));
  });

  it('is replaced by "Pagada", without date and account, when the invoice is paid', async () => {
    const { squashed } = await print({ paid: true });
    expect(squashed).toContain('Totalfactura121,00€Pagada');
    expect(squashed).toContain('Transferenciabancaria');
    expect(squashed).not.toMatch(/apagar|IBAN|ES91|Vence|vencimiento/);
  });

  it('is shown as a credit, without date and account, when it is negative', async () => {
    const { squashed } = await print({ type: 'R4', lines: [buildLine({ units: '-1' })] });
    expect(squashed).toContain('Totalfactura-121,00€Importeasufavor121,00€');
    expect(squashed).not.toMatch(/apagar|IBAN|ES91|Vence|vencimiento|Pagada/);
  });

  it('is followed by other payment information, whether the invoice is paid or not', async () => {
    const paymentMethodInfo = 'Compensación con la factura F2026-0002';
    for (const paid of [true, false])
      expect((await print({ paymentMethodInfo, paid })).squashed).toContain(
        'CompensaciónconlafacturaF2026-0002',
      );
  });
});
