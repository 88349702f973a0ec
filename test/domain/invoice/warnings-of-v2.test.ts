import { describe, expect, it } from 'vitest';
import { ADDED_WARNING_CODES, WARNING_CODES } from '../../../src/contracts/codes.ts';
import type { InvoiceInput as V2Input } from '../../../src/contracts/v2/invoice-input.ts';
import { checkInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { TODAY } from '../support/inputs.ts';
import { buildV2, lineV2, RECIPIENT_V2 } from '../support/v2-cases.ts';

const TEXT = { en: expect.stringMatching(/^\S.{20,400}$/), es: expect.stringMatching(/^\S.{20,500}$/) };
const CONTEXT = { organizationName: 'Org', today: TODAY } as const;

const GERMAN_V2 = {
  ...RECIPIENT_V2,
  name: 'Müller GmbH',
  document_type: 'eu_vat',
  document_number: 'DE123456789',
} as const;
const SHOPKEEPER = { ...RECIPIENT_V2, name: 'Ana Prueba', document_number: '12345678Z' } as const;
const SURCHARGE = { lines: [lineV2({ equivalence_surcharge_rate: 5.2 })] };
const ONE_STOP = { lines: [lineV2({ tax_type: 'oss', tax_country: 'DE', tax_rate: 19 })] };
const FRENCH_TAX = { tax_type: 'oss', tax_country: 'FR', tax_rate: 20 } as const;
const FRENCH = { invoice_type: 'F2', recipients: null } as const;
const travel = (rate: number) => ({ lines: [lineV2({ tax_regime: '05', tax_rate: rate, margin: 20 })] });
const AUGUST = { start: '2026-08-01', end: '2026-08-31' } as const;

/**
 * Each kind of warning of what version 1 cannot state, with an invoice that has it and a similar
 * one that does not.
 */
const V2_CASES: readonly [field: string, code: string, having: V2Input, lacking: V2Input][] = [
  ['operation_date', 'issued_late', { operation_date: '2026-10-31' }, { operation_date: '2026-11-01' }],
  ['period.end', 'issued_late', { period: AUGUST }, { period: AUGUST, operation_date: TODAY }],
  [
    'operation_date',
    'issued_late',
    { operation_date: '2026-08-31' },
    {
      invoice_type: 'R1',
      operation_date: '2026-08-31',
      rectification: { method: 'differences', reason: 'Error' },
      period: AUGUST,
    },
  ],
  [
    'period.end',
    'issued_late',
    { period: AUGUST },
    { period: AUGUST, lines: [lineV2({ tax_regime: '15' })] },
  ],
  [
    'lines[0].equivalence_surcharge_rate',
    'surcharge_not_due',
    SURCHARGE,
    { ...SURCHARGE, recipients: [SHOPKEEPER] },
  ],
  [
    'lines[0].equivalence_surcharge_rate',
    'surcharge_not_due',
    { ...SURCHARGE, recipients: [GERMAN_V2] },
    { ...SURCHARGE, recipients: [{ ...RECIPIENT_V2, document_number: 'E12345674' }] },
  ],
  [
    'lines[0].equivalence_surcharge_rate',
    'surcharge_not_due',
    { ...SURCHARGE, invoice_type: 'F2', recipients: null },
    { invoice_type: 'F2', recipients: null },
  ],
  [
    'recipients[1].document_number',
    'recipient_repeated',
    {
      recipients: [
        { ...RECIPIENT_V2, country_code: null },
        { ...RECIPIENT_V2, country_code: 'ES' },
      ],
    },
    { recipients: [RECIPIENT_V2, SHOPKEEPER] },
  ],
  [
    'invoice_type',
    'simplified_limit_exceeded',
    { ...FRENCH, lines: [lineV2({ ...FRENCH_TAX, unit_price: 2500.01 })] },
    { ...FRENCH, lines: [lineV2({ ...FRENCH_TAX, unit_price: 2500 })] },
  ],
  [
    'simplified_qualified',
    'simplified_limit_exceeded',
    { simplified_qualified: true, lines: [lineV2({ unit_price: 2479.35 })] },
    { simplified_qualified: true, lines: [lineV2({ unit_price: 2479.34 })] },
  ],
  [
    'lines[0].tax_type',
    'one_stop_shop_to_business',
    { ...ONE_STOP, recipients: [GERMAN_V2] },
    { ...ONE_STOP, recipients: [SHOPKEEPER] },
  ],
  ['lines[0].tax_rate', 'travel_agency_rate', travel(10), travel(21)],
];

describe('a warning of version 2', () => {
  it.each(V2_CASES)(
    'points to %s with the code %s for an accepted invoice, and is absent for a similar one',
    (...[field, code, having, lacking]) => {
      const found = (changes: V2Input) => {
        const checked = checkInvoice(buildV2(changes), CONTEXT);
        if (checked.kind === 'refused') throw new Error(JSON.stringify(checked.findings));
        return checked.findWarnings();
      };
      expect(found(having)).toEqual([{ field, code, aeatCode: null, message: TEXT }]);
      expect(found(lacking)).toEqual([]);
    },
  );

  it.each([
    ['2026-10-01', '2026-11-15', false],
    ['2026-10-31', '2026-11-16', true],
    ['2025-12-31', '2026-01-15', false],
    ['2025-12-01', '2026-01-16', true],
  ])('of a late issue of an operation of %s is for an invoice of %s: %s', (operation_date, today, isLate) => {
    const checked = checkInvoice(buildV2({ operation_date }), { ...CONTEXT, today });
    if (checked.kind === 'refused') throw new Error(JSON.stringify(checked.findings));
    expect(checked.findWarnings().map(({ code }) => code)).toEqual(isLate ? ['issued_late'] : []);
  });

  it('is tested for every code that depends on the invoice alone', () => {
    const elsewhere = [
      'substituted_again',
      'reference_date_differs',
      'recipient_not_in_census',
      'not_expressible',
      'not_signable',
      'name_split_guessed',
      'centres_missing',
      'register_total_differs',
      'unusual_exchange_rate',
    ];
    // test/domain/einvoice/spfe
    const ofSpfe = ADDED_WARNING_CODES.filter((code) => code.startsWith('spfe_'));
    const ofCensus = ADDED_WARNING_CODES.filter((code) => code.startsWith('census_'));
    const tried = V2_CASES.map(([, code]) => code).filter(
      (code) => !WARNING_CODES.includes(code as 'units_zero'),
    );
    expect([...new Set([...tried, ...elsewhere, ...ofSpfe, ...ofCensus])].toSorted()).toEqual(
      [...ADDED_WARNING_CODES].toSorted(),
    );
  });
});
