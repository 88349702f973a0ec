import { describe, expect, it } from 'vitest';
import { WARNING_CODES } from '../../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import type { Warning } from '../../../src/domain/reading/findings.ts';
import { checkInvoices } from '../../../src/accept/examine-invoices.ts';
import { FLAT_RULES } from '../../../src/domain/reading/request-rules.ts';
import { checkInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import type { InvoiceInput as V2Input } from '../../../src/contracts/v2/invoice-input.ts';
import { buildV2, lineV2 } from '../support/v2-cases.ts';
import { buildInput, buildLine, checkV1, GERMAN, NOBODY, TODAY } from '../support/inputs.ts';

const TEXT = { en: expect.stringMatching(/^\S.{20,400}$/), es: expect.stringMatching(/^\S.{20,500}$/) };
const CONTEXT = { organizationName: 'Talleres Ñandú SL', issuerNifs: null, today: TODAY };
const ADDRESS = { recipient_billing_address: 'Calle Mayor 1' } as const;
const RECTIFYING = { invoice_type: 'R1', rectified_invoice_id: 5 } as const;

function warningsOf(changes: InvoiceInput): readonly Warning[] {
  const checked = checkV1(buildInput({ ...ADDRESS, ...changes }), CONTEXT);
  if (checked.kind === 'refused') throw new Error(JSON.stringify(checked.findings));
  return checked.findWarnings();
}

/** Each kind of warning with an invoice that has it and a similar one that does not. */
const CASES: readonly [field: string, code: string, having: InvoiceInput, lacking: InvoiceInput][] = [
  ['operation_date', 'old_issue_date', { operation_date: '2026-11-18' }, { operation_date: '2026-11-19' }],
  [
    'lines[0].tax_regime',
    'margin_not_stated',
    { lines: [buildLine({ tax_regime: '03' })] },
    { lines: [buildLine({ tax_regime: '09' })] },
  ],
  [
    'lines[1].tax_regime',
    'margin_not_stated',
    { lines: [buildLine({ position: 2 }), buildLine({ position: 1, tax_regime: '05' })] },
    {},
  ],
  [
    'operation_date',
    'operation_date_past',
    { operation_date: '2026-11-01', lines: [buildLine({ tax_regime: '15' })] },
    { operation_date: '2026-12-31', lines: [buildLine({ tax_regime: '15' })] },
  ],
  [
    'lines[0].tax_regime',
    'foreign_vat_not_stated',
    { lines: [buildLine({ tax_regime: '17', tax_rate: null })] },
    { lines: [buildLine({ tax_operation_key: 'N2', tax_rate: null })] },
  ],
  [
    'lines[0].tax_rate',
    'zero_rate_charged',
    { lines: [buildLine({ tax_rate: 0 })] },
    { lines: [buildLine({ tax_type: 'igic', tax_rate: 0 })] },
  ],
  [
    'lines[0].tax_rate',
    'zero_rate_charged',
    { lines: [buildLine({ tax_rate: 0 })] },
    { ...RECTIFYING, operation_description: 'Devolución', lines: [buildLine({ tax_rate: 0 })] },
  ],
  [
    'lines[0].tax_rate',
    'unusual_rate',
    { lines: [buildLine({ tax_type: 'igic', tax_rate: 6.5 })] },
    { lines: [buildLine({ tax_type: 'igic', tax_rate: 7 })] },
  ],
  [
    'lines[0].income_tax_withholding_rate',
    'withholding_on_simplified',
    { ...NOBODY, invoice_type: 'F2', lines: [buildLine({ income_tax_withholding_rate: 15 })] },
    { lines: [buildLine({ income_tax_withholding_rate: 15 })] },
  ],
  [
    'invoice_type',
    'negative_total',
    { lines: [buildLine({ units: -1 })] },
    { ...RECTIFYING, operation_description: 'Devolución', lines: [buildLine({ units: -1 })] },
  ],
  [
    'invoice_type',
    'negative_total',
    { ...NOBODY, invoice_type: 'F2', lines: [buildLine({ units: -1 })] },
    { ...NOBODY, ...RECTIFYING, invoice_type: 'R5', lines: [buildLine({ units: -1 })] },
  ],
  [
    'invoice_type',
    'negative_total',
    { lines: [buildLine({ units: -1 })] },
    { invoice_type: 'F3', rectified_invoice_id: 5, lines: [buildLine({ units: -1 })] },
  ],
  [
    'payment_method',
    'cash_limit_exceeded',
    { payment_method: 'cash_on_delivery', lines: [buildLine({ unit_price: 900 })] },
    { payment_method: 'credit_card', lines: [buildLine({ unit_price: 900 })] },
  ],
  [
    'invoice_type',
    'simplified_limit_exceeded',
    { ...NOBODY, invoice_type: 'F2', lines: [buildLine({ unit_price: 2487 })] },
    { ...NOBODY, invoice_type: 'F2', lines: [buildLine({ unit_price: 2479.34 })] },
  ],
  [
    'invoice_type',
    'simplified_limit_exceeded',
    { ...NOBODY, invoice_type: 'F2', lines: [buildLine({ unit_price: 2487 })] },
    {
      ...NOBODY,
      invoice_type: 'F2',
      has_unidentified_recipient: true,
      lines: [buildLine({ unit_price: 2487 })],
    },
  ],
  [
    'payment_method',
    'cash_limit_exceeded',
    { payment_method: 'cash', lines: [buildLine({ unit_price: 826.45 })] },
    { payment_method: 'cash', lines: [buildLine({ unit_price: 826.44 })] },
  ],
  [
    'payment_method',
    'cash_limit_exceeded',
    { payment_method: 'cash', lines: [buildLine({ unit_price: 5000 })] },
    { payment_method: 'bank_transfer', lines: [buildLine({ unit_price: 5000 })] },
  ],
  [
    'total_reimbursable_expenses_amount',
    'nothing_charged',
    { total_reimbursable_expenses_amount: 100, lines: [buildLine({ unit_price: 0 })] },
    { total_reimbursable_expenses_amount: 100 },
  ],
  [
    'recipient_billing_address',
    'recipient_address_missing',
    { invoice_type: 'F3', rectified_invoice_id: 5, recipient_billing_address: null },
    { invoice_type: 'F3', rectified_invoice_id: 5 },
  ],
  [
    'recipient_billing_address',
    'recipient_address_missing',
    { ...RECTIFYING, operation_description: 'Devolución', recipient_billing_address: null },
    { ...RECTIFYING, operation_description: 'Devolución' },
  ],
  [
    'lines[0].tax_regime',
    'margin_not_stated',
    { lines: [buildLine({ tax_regime: '03' })] },
    { lines: [buildLine({ tax_regime: '03', tax_exemption_code: 'E6', tax_rate: null })] },
  ],
  [
    'lines[0].tax_rate',
    'rate_not_charged',
    { lines: [buildLine({ tax_regime: '19', tax_rate: 10 })] },
    { lines: [buildLine({ tax_regime: '19', tax_exemption_code: 'E6', tax_rate: null })] },
  ],
  [
    'lines[0].income_tax_withholding_rate',
    'withholding_below_one_percent',
    { lines: [buildLine({ income_tax_withholding_rate: 0.15 })] },
    { lines: [buildLine({ income_tax_withholding_rate: 1 })] },
  ],
  [
    'lines[0].income_tax_withholding_rate',
    'withholding_below_one_percent',
    { lines: [buildLine({ income_tax_withholding_rate: 0.99 })] },
    { lines: [buildLine({ income_tax_withholding_rate: 0 })] },
  ],
  [
    'recipient_billing_address',
    'recipient_address_missing',
    { recipient_billing_address: ' ' },
    { ...NOBODY, invoice_type: 'F2', recipient_billing_address: null },
  ],
  [
    'recipient_legal_name',
    'characters_not_printable',
    { recipient_legal_name: 'ABC \u0ba4' },
    { recipient_legal_name: '北京 خدمة שירות บริการ सेवा 😀' },
  ],
  [
    'lines[0].notes',
    'characters_not_printable',
    { lines: [buildLine({ notes: 'x\u0338' })] },
    { lines: [buildLine({ notes: 'g\u0303 a\u00ad\ufe0f' })] },
  ],
  [
    'lines[0].units',
    'units_zero',
    { lines: [buildLine({ units: 0 }), buildLine()] },
    { lines: [buildLine({ units: 0.000001 }), buildLine({ unit_price: 0 })] },
  ],
  [
    'lines[0].tax_operation_key',
    'reverse_charge_abroad',
    { ...GERMAN, lines: [buildLine({ tax_operation_key: 'S2', tax_rate: 0 })] },
    { lines: [buildLine({ tax_operation_key: 'S2', tax_rate: 0 })] },
  ],
  [
    'lines[0].tax_operation_key',
    'reverse_charge_abroad',
    { ...GERMAN, lines: [buildLine({ tax_operation_key: 'S2', tax_rate: 0 })] },
    { ...GERMAN, lines: [buildLine({ tax_operation_key: 'N2', tax_rate: null })] },
  ],
  [
    'operation_description',
    'description_missing',
    RECTIFYING,
    { ...RECTIFYING, operation_description: 'Devolución' },
  ],
  [
    'operation_description',
    'description_missing',
    { ...RECTIFYING, invoice_type: 'R4' },
    { ...NOBODY, ...RECTIFYING, invoice_type: 'R5' },
  ],
];

describe('a warning', () => {
  it.each(CASES)(
    'points to %s with the code %s for an accepted invoice, and is absent for a similar one',
    (...[field, code, having, lacking]) => {
      expect(warningsOf(having)).toEqual([{ field, code, aeatCode: null, message: TEXT }]);
      expect(warningsOf(lacking)).toEqual([]);
    },
  );

  it('is tested for every code that depends on the invoice alone', () => {
    const stored = [
      // Version 2 tests these.
      'travel_agency_rate',
      'one_stop_shop_to_business',
      'issuer_address_missing',
      'issuer_shared',
      'corrections_exceed_original',
      'replacement_differs',
      'number_differs_in_case',
      // Only issuers in SII have it.
      'supply_assumed',
      'more_left_out',
    ];
    const tried = new Set(CASES.map(([, code]) => code));
    expect([...tried, ...stored].toSorted()).toEqual([...WARNING_CODES].toSorted());
  });

  it('names at most five characters that no font has, for every text on the page', () => {
    const tamil = Array.from({ length: 7 }, (_, index) => String.fromCodePoint(0xb95 + index)).join('');
    const texts = {
      issuer_name: tamil,
      operation_description: tamil,
      recipient_legal_name: tamil,
      recipient_billing_address: tamil,
      recipient_billing_postal_code: tamil,
      recipient_billing_city: tamil,
      payment_method: 'others',
      payment_method_info: tamil,
      footer_note: tamil,
    } as const;
    const warnings = warningsOf({ ...texts, lines: [buildLine({ concept: tamil, notes: tamil })] });
    const shown = Object.keys(texts).filter((member) => member !== 'payment_method');
    expect(warnings.map(({ field }) => field).toSorted()).toEqual(
      [...shown, 'lines[0].concept', 'lines[0].notes'].toSorted(),
    );
    for (const { message } of warnings)
      expect(message.en).toContain(
        'contains U+0B95, U+0B96, U+0B97, U+0B98, U+0B99 and 2 more, which the fonts',
      );
  });

  it.each<[operation: string, isWarned: boolean]>([
    ['2022-12-31', true],
    ['2023-01-01', false],
    ['2024-03-15', false],
    ['2024-09-30', false],
    ['2024-10-01', true],
  ])('of a rate of 0 per cent is for operations outside the time of its food only: %s', (day, isWarned) => {
    const found = (changes: V2Input) => {
      const checked = checkInvoice(buildV2({ ...changes, lines: [lineV2({ tax_rate: 0 })] }), CONTEXT);
      if (checked.kind === 'refused') throw new Error(JSON.stringify(checked.findings));
      return checked.findWarnings().some(({ code }) => code === 'zero_rate_charged');
    };
    expect(found({ operation_date: day })).toBe(isWarned);
    // The issue date is not the day of the operation.
    expect(found({})).toBe(true);
  });

  it('points to the first of several lines that share it, with the number of the others', () => {
    const lines = [
      buildLine({ income_tax_withholding_rate: 0.5 }),
      ...Array.from({ length: 79 }, () => buildLine({ tax_regime: '05' })),
    ];
    expect(warningsOf({ lines }).map(({ field, message }) => [field, message.en.split('; ').at(-1)])).toEqual(
      [
        ['lines[0].income_tax_withholding_rate', expect.stringContaining('less than 1 per cent')],
        ['lines[1].tax_regime', 'the same applies to 78 more lines'],
      ],
    );
  });

  it('is returned only on request, and at most 20 times per invoice', () => {
    const lines = Array.from({ length: 30 }, () => buildLine({ notes: 'x\u0338' }));
    const invoices = [buildInput({ ...ADDRESS, lines }), buildInput({ ...ADDRESS, issuer_nif: 'X' })];
    const context = { ...CONTEXT, rules: FLAT_RULES, isMigrating: false, inexactNumbers: new Map() };
    expect(checkInvoices(invoices, context).warnings).toEqual(new Map());
    const { warnings } = checkInvoices(invoices, { ...context, wantsWarnings: true });
    expect([...warnings.keys()]).toEqual([0]);
    expect(warnings.get(0)).toHaveLength(20);
    expect(warnings.get(0)!.at(-1)).toMatchObject({
      code: 'more_left_out',
      message: { en: '11 more messages are omitted' },
    });
  });
});
