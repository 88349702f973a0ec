import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import {
  checkInvoice,
  prepareInvoice,
  type PrepareContext,
} from '../../../src/domain/invoice/prepare-invoice.ts';
import { TODAY } from '../support/inputs.ts';
import { buildV2, lineV2, RECIPIENT_V2, REFUSED } from '../support/v2-cases.ts';

const CONTEXT: PrepareContext = { organizationName: 'Org', today: TODAY };
const prepare = (changes: InvoiceInput, context: Partial<PrepareContext> = {}) =>
  prepareInvoice(buildV2(changes), { ...CONTEXT, ...context });

/** Returns the document of an invoice, which must be accepted. */
function documentOf(changes: InvoiceInput, context: Partial<PrepareContext> = {}) {
  const prepared = prepare(changes, context);
  if (prepared.kind === 'refused') throw new Error(JSON.stringify(prepared.findings));
  return prepared.invoice.document;
}

/** Returns `field code AEAT-code` of each finding. */
function findingsOf(changes: InvoiceInput, context: Partial<PrepareContext> = {}): string[] {
  const prepared = prepare(changes, context);
  if (prepared.kind === 'prepared') return [];
  return prepared.findings.map(({ field, code, aeatCode }) => `${field} ${code} ${aeatCode ?? '-'}`);
}

describe('amounts of version 2', () => {
  it('with a price of 100.00 that includes 21 per cent are a base of 82.64 and a tax of 17.36', () => {
    const { groups, totals, lines } = documentOf({ prices_include_tax: true });
    expect(groups).toMatchObject([{ base: '82.64', tax: '17.36' }]);
    expect(totals).toMatchObject({ total: '100.00', payable: '100.00' });
    expect(lines).toMatchObject([{ unitPrice: '100', grossAmount: '100.00', netAmount: '82.64' }]);
  });

  it('with prices that include tax are the sum that the customer saw, and net amounts add up to the base', () => {
    const three = [
      lineV2({ unit_price: '0.10' }),
      lineV2({ unit_price: '0.10' }),
      lineV2({ unit_price: '0.10' }),
    ];
    const { groups, lines, totals } = documentOf({ prices_include_tax: true, lines: three });
    expect(totals.total).toBe('0.30');
    expect(groups).toMatchObject([{ base: '0.25', tax: '0.05' }]);
    expect(lines.map(({ netAmount }) => netAmount)).toEqual(['0.09', '0.08', '0.08']);
  });

  it('with the recargo de equivalencia have an amount and a total of their own', () => {
    const { groups, totals } = documentOf({ lines: [lineV2({ equivalence_surcharge_rate: 5.2 })] });
    expect(groups).toMatchObject([{ base: '100.00', tax: '21.00', surchargeRate: '5.2', surcharge: '5.20' }]);
    expect(totals).toMatchObject({ tax: '21.00', surcharge: '5.20', total: '126.20' });
  });

  it('on a margin tax the margin, and the total is the full price', () => {
    const car = lineV2({ unit_price: 9680, margin: 2680, tax_regime: '03' });
    const { groups, totals } = documentOf({ lines: [car] });
    expect(groups).toMatchObject([{ base: '2214.88', tax: '465.12', price: '9680.00' }]);
    expect(totals).toMatchObject({ tax: '465.12', total: '9680.00', payable: '9680.00' });
  });

  it('at cost compute the tax from the base at cost', () => {
    const { groups, totals } = documentOf({ lines: [lineV2({ tax_regime: '06', cost_base: 80 })] });
    expect(groups).toMatchObject([{ base: '100.00', costBase: '80.00', tax: '16.80' }]);
    expect(totals.total).toBe('116.80');
  });

  it('in another currency are registered in euros', () => {
    const { groups, totals } = documentOf({ currency: 'USD', exchange_rate: '0.9' });
    expect(groups).toMatchObject([{ base: '100.00', tax: '21.00', euro: { base: '90.00', tax: '18.90' } }]);
    expect(totals).toMatchObject({ total: '121.00', euro: { tax: '18.90', total: '108.90' } });
  });

  it('of sales through the one-stop shop charge the VAT of the other country without registering it', () => {
    const book = lineV2({ tax_type: 'oss', tax_country: 'FR', tax_rate: 20 });
    const { groups, totals } = documentOf({ lines: [book] });
    expect(groups).toMatchObject([
      { regime: '17', operationKey: 'N2', rate: null, tax: '0.00', taxCountry: 'FR', foreignTax: '20.00' },
    ]);
    expect(totals).toMatchObject({ tax: '0.00', total: '100.00', foreignTax: '20.00', payable: '120.00' });
  });

  it('withhold from the lines less the allowances of their tax group, so a due amount after them is accepted', () => {
    const { totals, payment } = documentOf({
      lines: [lineV2({ unit_price: 1000, income_tax_withholding_rate: 15 })],
      allowances: [{ reason: 'Descuento', percent: 10, tax_rate: 21 }],
      payment: { due: [{ date: '2026-12-01', amount: '954.00' }] },
    });
    expect(totals).toMatchObject({
      total: '1089.00',
      withholdings: [{ rate: '15', base: '900.00', amount: '135.00' }],
      payable: '954.00',
    });
    expect(payment).toMatchObject({ due: [{ amount: '954.00' }] });
  });

  it.each<[what: string, changes: InvoiceInput, bases: readonly string[]]>([
    [
      'lines of two rates and of none, in proportion',
      {
        lines: [
          lineV2({ unit_price: 100, income_tax_withholding_rate: 15 }),
          lineV2({ unit_price: 100, income_tax_withholding_rate: 7 }),
          lineV2({ unit_price: 100 }),
        ],
        allowances: [{ reason: 'Descuento', amount: 10, tax_rate: 21 }],
      },
      ['96.66', '96.67'],
    ],
    [
      'the lines of another tax group, which it leaves alone',
      {
        lines: [
          lineV2({ unit_price: 100, income_tax_withholding_rate: 15 }),
          lineV2({ unit_price: 100, tax_rate: 10 }),
        ],
        allowances: [{ reason: 'Descuento', amount: 10, tax_rate: 10 }],
      },
      ['100.00'],
    ],
    [
      'a group without lines, whose charge is not withheld from',
      {
        lines: [lineV2({ unit_price: 100, income_tax_withholding_rate: 15 })],
        charges: [{ reason: 'Portes', amount: 10, tax_rate: 10 }],
      },
      ['100.00'],
    ],
    [
      'lines that add up to zero, in equal parts',
      {
        lines: [
          lineV2({ unit_price: 100, income_tax_withholding_rate: 15 }),
          lineV2({ unit_price: -100, income_tax_withholding_rate: 15 }),
          lineV2({ unit_price: 0, income_tax_withholding_rate: 7 }),
        ],
        charges: [{ reason: 'Portes', amount: 10, tax_rate: 21 }],
      },
      ['5.00', '5.00'],
    ],
    [
      'lines with prices that include tax, by its net amount',
      {
        prices_include_tax: true,
        lines: [lineV2({ unit_price: 1210, income_tax_withholding_rate: 15 })],
        allowances: [{ reason: 'Descuento', amount: 121, tax_rate: 21 }],
      },
      ['900.00'],
    ],
  ])('share an allowance or a charge among %s', (_what, changes, bases) => {
    expect(documentOf(changes).totals.withholdings.map(({ base }) => base)).toEqual(bases);
  });

  it('with allowances, charges and a deposit lower or raise the base, and the deposit only the amount to pay', () => {
    const { groups, totals, allowances } = documentOf({
      allowances: [{ reason: 'Rappel', percent: 10, tax_rate: 21 }],
      charges: [{ reason: 'Portes', amount: '5', tax_rate: 21 }],
      prepaid_amount: 50,
      payment: { due: [{ date: '2026-12-01', amount: '64.95' }] },
    });
    expect(allowances).toMatchObject([
      { amount: '10.00', percent: '10' },
      { amount: '5.00', isCharge: true },
    ]);
    expect(groups).toMatchObject([{ base: '95.00', tax: '19.95' }]);
    expect(totals).toMatchObject({ total: '114.95', prepaid: '50.00', payable: '64.95' });
  });
});

describe('an invoice of version 2', () => {
  it.each<[what: string, changes: InvoiceInput]>([
    ['an operation date before the issue date', { operation_date: '2026-10-31' }],
    ['a rate of 5 per cent of 2023', { operation_date: '2023-05-05', lines: [lineV2({ tax_rate: 5 })] }],
    ['an issue date of 30 days ago', { issue_date: '2026-10-21' }],
    ['a stated total that differs by a cent', { total: '121.01' }],
    ['regime 17 of the IGIC', { lines: [lineV2({ tax_type: 'igic', tax_regime: '17', tax_rate: 7 })] }],
    [
      'exemption E7 of the IGIC',
      { lines: [lineV2({ tax_type: 'igic', tax_exemption_code: 'E7', tax_rate: null })] },
    ],
    ['regime 18 of the IPSI', { lines: [lineV2({ tax_type: 'psi', tax_regime: '18', tax_rate: 4 })] }],
    ['several recipients', { recipients: [RECIPIENT_V2, { ...RECIPIENT_V2, name: 'Otro' }] }],
    [
      'a recipient outside the census',
      { recipients: [{ ...RECIPIENT_V2, document_type: 'not_registered', document_number: '12345678Z' }] },
    ],
    [
      'a charge at a rate of its own, and one that is not subject',
      {
        charges: [
          { reason: 'Portes', amount: 5, tax_rate: 10 },
          { reason: 'Indemnización', amount: 5, tax_operation_key: 'N1' },
        ],
      },
    ],
    [
      'charges with the surcharge of the lines, and of a service that a line has without it',
      {
        lines: [lineV2({ equivalence_surcharge_rate: 5.2 }), lineV2({ tax_rate: 10 })],
        charges: [
          { reason: 'Portes', amount: 5, tax_rate: 21, equivalence_surcharge_rate: 5.2 },
          { reason: 'Montaje', amount: 5, tax_rate: 10 },
        ],
      },
    ],
    ['self-billing', { issued_by: { role: 'recipient' } }],
    ['a qualified simplified invoice', { simplified_qualified: true }],
    [
      'a volume discount that names its period',
      {
        invoice_type: 'R1',
        rectification: { method: 'differences', reason: 'Rappel de 2026' },
        period: { start: '2026-01-01', end: '2026-12-31' },
      },
    ],
    [
      'a coupon',
      { invoice_type: 'R1', coupon: true, rectification: { method: 'differences', reason: 'Cupón' } },
    ],
    [
      'an unidentified customer with a name',
      { invoice_type: 'F2', recipients: [{ name: 'Ada', not_identified: true }] },
    ],
  ])('can have %s', (_what, changes) => {
    expect(findingsOf(changes)).toEqual([]);
  });

  it.each(REFUSED)('cannot have %s', (_what, changes, findings) => {
    expect(findingsOf(changes)).toEqual(findings);
  });

  it('may be older than 30 days if its organization is migrating', () => {
    expect(findingsOf({ issue_date: '2025-01-02' }, { isMigrating: true })).toEqual([]);
  });

  it('that was accepted is issued with the date of its acceptance, however late', () => {
    const late = { acceptedOn: '2026-11-18', today: '2026-12-24' };
    expect(documentOf({ due_date: '2026-11-18' }, late).issueDate).toBe('2026-11-18');
    expect(findingsOf({ issue_date: '2026-11-18' }, late)).toEqual([]);
  });

  it('without an issue date is issued today', () => {
    expect(documentOf({}).issueDate).toBe(TODAY);
  });

  it('has a finding that names a member of a list by its place', () => {
    const prepared = prepare({ payment: { due: [{ date: 'x', amount: 121 }] } });
    expect(prepared.kind === 'refused' && prepared.findings[0]).toMatchObject({
      field: 'payment.due[0].date',
      message: { en: 'Payment, due date 1: date must be a real date in the form YYYY-MM-DD' },
    });
  });
});

describe('the warnings of version 2', () => {
  const EXPENSIVE = { lines: [lineV2({ unit_price: 4000 })] };
  const WITHOUT_ADDRESS = { ...RECIPIENT_V2, address: null };
  const PRIVATE = { invoice_type: 'F2', recipients: [{ name: 'Ana', not_identified: true }] };
  const TAMIL = '\u0b95';

  it.each<[what: string, InvoiceInput, string[]]>([
    [
      'cash as the means of the payment',
      { payment: { means: 'cash' }, ...EXPENSIVE },
      ['payment.means cash_limit_exceeded'],
    ],
    ['another means', { payment: { means: 'direct_debit' }, ...EXPENSIVE }, []],
    ['a recipient of the list who is declared as not identified', { ...PRIVATE, ...EXPENSIVE }, []],
    [
      'the second recipient without an address',
      { recipients: [RECIPIENT_V2, { ...WITHOUT_ADDRESS, document_number: 'B12345674' }] },
      ['recipients[1].address recipient_address_missing'],
    ],
    [
      'texts that no font has',
      {
        delivery_note_references: ['1', TAMIL],
        charges: [{ reason: TAMIL, amount: 1, tax_rate: 21 }],
        lines: [lineV2({ item_code: TAMIL, allowances: [{ reason: TAMIL, amount: 1 }] })],
      },
      [
        'delivery_note_references characters_not_printable',
        'charges[0].reason characters_not_printable',
        'lines[0].item_code characters_not_printable',
        'lines[0].allowances[0].reason characters_not_printable',
      ],
    ],
  ])('about %s name the members of version 2', (_what, changes, wanted) => {
    const checked = checkInvoice(buildV2(changes), CONTEXT);
    if (checked.kind === 'refused') throw new Error(JSON.stringify(checked.findings));
    expect(checked.findWarnings().map(({ field, code }) => `${field} ${code}`)).toEqual(wanted);
  });
});
