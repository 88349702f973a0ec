import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { buildInput } from '../support/inputs.ts';
import { lineV2, RECIPIENT_V2 } from '../support/v2-cases.ts';
import { blockOf, CHILEAN, draft, draftV1, entryOf, FRENCH, invoiceOf, xmlOf } from './support/drafts.ts';

/* The entry of an invoice: its period, its amounts, its recipients, and what it refers to. */

const SUBSTITUTION: InvoiceInput = {
  invoice_type: 'R4',
  rectification: {
    method: 'substitution',
    reason: 'Importe erróneo',
    invoices: [
      { number_serie: 'N-7', issue_date: '2026-10-05' },
      { number_serie: 'N-8', issue_date: '2026-10-06' },
    ],
    rectified_base: '-300.00',
    rectified_tax: '-63.00',
    rectified_surcharge: '0.00',
  },
  lines: [lineV2({ units: -1, unit_price: 250 })],
};
const DIFFERENCES: InvoiceInput = {
  invoice_type: 'R1',
  rectification: {
    method: 'differences',
    reason: 'Devolución',
    invoices: [{ number_serie: 'N-7', issue_date: '2026-10-05' }],
  },
  lines: [lineV2({ units: -1 })],
};

describe('the period of an entry', () => {
  it.each([
    [{}, 'month', 2026, '11'],
    [{}, 'quarter', 2026, '4T'],
    [{ operation_date: '2026-09-30' }, 'month', 2026, '09'],
    [{ operation_date: '2026-09-30' }, 'quarter', 2026, '3T'],
    [{ operation_date: '2025-12-31' }, 'quarter', 2025, '4T'],
    [{ ...DIFFERENCES, operation_date: '2026-10-05' }, 'month', 2026, '11'],
    // The operation is still to come.
    [
      { ...DIFFERENCES, operation_date: '2027-01-01', lines: [lineV2({ tax_regime: '15' })] },
      'month',
      2027,
      '01',
    ],
  ] as [InvoiceInput, 'month' | 'quarter', number, string][])(
    'of %j by %s is %i %s',
    (changes, settlementPeriod, fiscalYear, period) => {
      expect(entryOf(draft(changes, { settlementPeriod }))).toMatchObject({ fiscalYear, period });
    },
  );
});

describe('the date of the operation', () => {
  const dateOf = (changes: InvoiceInput, rectifiedOperationDate: string | null = null) =>
    invoiceOf(draft(changes, { rectifiedOperationDate })).operationDate;

  it('is stated unless it is the issue date', () => {
    expect(dateOf({ operation_date: '2026-11-02' })).toBe('2026-11-02');
    expect(dateOf({ operation_date: '2026-11-20' })).toBeNull();
    expect(dateOf({})).toBeNull();
  });

  it('of a rectification is what it states, otherwise that of its only original that is known', () => {
    expect(dateOf(DIFFERENCES, '2026-10-01')).toBe('2026-10-01');
    expect(dateOf({ ...DIFFERENCES, operation_date: '2026-10-03' }, '2026-10-01')).toBe('2026-10-03');
    expect(dateOf(DIFFERENCES)).toBeNull();
    expect(dateOf({}, '2026-10-01')).toBeNull();
  });
});

describe('the total of an entry', () => {
  it('is base plus IVA and recargo, without a withholding and without suplidos', () => {
    const changes = {
      lines: [lineV2({ income_tax_withholding_rate: 15, equivalence_surcharge_rate: 5.2 })],
      total_reimbursable_expenses_amount: 30,
    };
    expect(invoiceOf(draft(changes)).total).toBe('126.20');
  });

  it('is without the IGIC and the VAT of other member states, which is a warning of version 2', () => {
    const consumer = { ...CHILEAN, country_code: 'FR' };
    for (const changes of [
      { lines: [lineV2({ tax_type: 'igic', tax_rate: 7 })] },
      { recipients: [consumer], lines: [lineV2({ tax_type: 'oss', tax_country: 'FR', tax_rate: 20 })] },
    ]) {
      const drafted = draft(changes);
      expect(invoiceOf(drafted).total).toBe('100.00');
    }
    const warned = draft({ lines: [lineV2({ tax_type: 'igic', tax_rate: 7 })] });
    expect(warned.kind === 'drafted' && warned.warnings.map(({ field, code }) => [field, code])).toEqual([
      ['total', 'register_total_differs'],
    ]);
    const plain = draft({});
    expect(plain.kind === 'drafted' && plain.warnings).toEqual([]);
  });

  it('is the full price of what is taxed on a margin, whose row has the margin', () => {
    const lines = [lineV2({ tax_regime: '03', unit_price: 9680, margin: 2680 })];
    expect(invoiceOf(draft({ lines }))).toMatchObject({ keys: ['03'], total: '9680.00' });
    expect(blockOf(draft({ lines })).taxed?.rows).toEqual([{ rate: '21', base: '2214.88', tax: '465.12' }]);
  });

  it('of a margin of 0 has a row with neither rate nor tax', () => {
    const lines = [lineV2({ tax_regime: '03', unit_price: 9680, margin: 0 })];
    expect(blockOf(draft({ lines })).taxed?.rows).toEqual([{ rate: '0', base: '0.00', tax: '0' }]);
  });

  it('is a macrodato from 100 million euros on, with either sign', () => {
    const of = (price: string, changes: InvoiceInput = {}) =>
      invoiceOf(draft({ ...changes, lines: [lineV2({ unit_price: price, tax_rate: 0 })] })).isMacrodato;
    expect([of('99999999.99'), of('100000000.00')]).toEqual([false, true]);
    expect(of('-100000000.00', { ...DIFFERENCES })).toBe(true);
  });

  it('is in euros, like every amount, where the invoice has another currency', () => {
    const changes: InvoiceInput = {
      currency: 'USD',
      exchange_rate: '0.9',
      recipients: [CHILEAN],
      lines: [
        lineV2({ supply: 'goods' }),
        lineV2({ supply: 'services', tax_operation_key: 'N2', tax_rate: null }),
        lineV2({ supply: 'services', tax_exemption_code: 'E1', tax_rate: null }),
      ],
    };
    const xml = xmlOf(draft(changes));
    expect(xml).toContain('<sii:ImporteTotal>288.90</sii:ImporteTotal>');
    expect(
      [...xml.matchAll(/<sii:(?:BaseImponible|CuotaRepercutida|ImporteTAI\w+)>([\d.]+)</g)].map(
        ([, amount]) => amount,
      ),
    ).toEqual(['90.00', '90.00', '90.00', '18.90']);
  });

  it('has the sum of the bases at cost with regime 06', () => {
    const line = { tax_regime: '06', cost_base: '40.00' };
    expect(invoiceOf(draft({ lines: [lineV2(line), lineV2(line)] }))).toMatchObject({
      keys: ['06'],
      costBase: '80.00',
      total: '216.80',
    });
    expect(invoiceOf(draft({})).costBase).toBeNull();
  });
});

describe('the counterparty', () => {
  const partyOf = (recipient: object, isRecipientOutsideCensus = false) =>
    invoiceOf(
      draft({ recipients: [recipient], lines: [lineV2({ supply: 'goods' })] }, { isRecipientOutsideCensus }),
    ).counterparty?.identification;

  it.each([
    [RECIPIENT_V2, { nif: 'A12345674' }],
    [FRENCH, { country: null, type: '02', id: 'FR40303265045' }],
    [
      { ...FRENCH, document_type: 'international_vat_number' },
      { country: null, type: '02', id: 'FR40303265045' },
    ],
    [
      { ...CHILEAN, document_type: 'international_vat_number' },
      { country: 'CL', type: '04', id: '76543210K' },
    ],
    [CHILEAN, { country: 'CL', type: '04', id: '76543210K' }],
    [
      { ...CHILEAN, document_type: 'other_document', country_code: 'XK' },
      { country: 'QU', type: '06', id: '76543210K' },
    ],
    [
      { ...RECIPIENT_V2, document_type: 'not_registered', document_number: '12345678Z' },
      { country: 'ES', type: '07', id: '12345678Z' },
    ],
  ])('is identified by NIF or IDOtro: %j', (recipient, identification) => {
    expect(partyOf(recipient)).toEqual(identification);
  });

  it('is said to be outside the census only if a person decided it, and only of natural persons', () => {
    const person = { ...RECIPIENT_V2, document_number: '12345678Z' };
    expect(partyOf(person)).toEqual({ nif: '12345678Z' });
    expect(partyOf(person, true)).toEqual({ country: 'ES', type: '07', id: '12345678Z' });
    expect(partyOf(RECIPIENT_V2, true)).toEqual({ nif: 'A12345674' });
  });

  it('is the first of several recipients, with a mark', () => {
    const other = { ...RECIPIENT_V2, document_number: 'B12345674' };
    const invoice = invoiceOf(draft({ recipients: [RECIPIENT_V2, other] }));
    expect(invoice).toMatchObject({
      hasSeveralRecipients: true,
      counterparty: { identification: { nif: 'A12345674' } },
    });
  });

  it('is absent from a simplified invoice, whose issuer can declare that nobody is identified', () => {
    const of = (isUnidentified: boolean) =>
      invoiceOf(draft({ invoice_type: 'F2', recipients: null, has_unidentified_recipient: isUnidentified }));
    expect(of(true)).toMatchObject({ counterparty: null, hasUnidentifiedRecipient: true });
    expect(of(false)).toMatchObject({ counterparty: null, hasUnidentifiedRecipient: false });
  });
});

describe('what an entry refers to', () => {
  it('is, of a substitution, its originals and what they charged, with their signs', () => {
    expect(invoiceOf(draft(SUBSTITUTION))).toMatchObject({
      type: 'R4',
      total: '-302.50',
      groups: [],
      rectification: {
        method: 'S',
        invoices: [
          { number: 'N-7', issueDate: '2026-10-05' },
          { number: 'N-8', issueDate: '2026-10-06' },
        ],
        replaced: { base: '-300.00', tax: '-63.00' },
      },
    });
    expect(xmlOf(draft(SUBSTITUTION))).not.toContain('CuotaRecargoRectificado');
  });

  it('is, of differences, its originals without amounts', () => {
    expect(invoiceOf(draft(DIFFERENCES)).rectification).toEqual({
      method: 'I',
      invoices: [{ number: 'N-7', issueDate: '2026-10-05' }],
      replaced: null,
    });
    expect(
      invoiceOf(draftV1(buildInput({ invoice_type: 'R1', rectified_invoice_id: 7 }))).rectification,
    ).toEqual({
      method: 'I',
      invoices: [{ number: 'ORIGINAL-7', issueDate: '2026-11-20' }],
      replaced: null,
    });
  });

  it('is, of an F3, the simplified invoices', () => {
    const replaces = [{ number_serie: 'T-1', issue_date: '2026-11-03' }];
    expect(invoiceOf(draft({ invoice_type: 'F3', replaces }))).toMatchObject({
      rectification: null,
      groups: [{ number: 'T-1', issueDate: '2026-11-03' }],
    });
  });
});

describe('the marks of an entry', () => {
  it.each([
    [{ simplified_qualified: true }, 'isQualifiedSimplified'],
    [{ issued_by: { role: 'recipient' } }, 'isIssuedByOther'],
    [{ ...DIFFERENCES, coupon: true }, 'hasCoupon'],
  ] as const)('%j', (changes, mark) => {
    expect(invoiceOf(draft(changes))).toHaveProperty(mark, true);
    expect(invoiceOf(draft({}))).toHaveProperty(mark, false);
  });
});
