import { describe, expect, it } from 'vitest';
import type { InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';
import { prepareInvoice, type PrepareContext } from '../../../src/domain/invoice/prepare-invoice.ts';
import { TODAY } from '../support/inputs.ts';

const CONTEXT: PrepareContext = { organizationName: 'Org', today: TODAY, version: 2 };
const RECIPIENT = {
  name: 'Cliente SA',
  document_type: 'nif',
  document_number: 'A12345674',
  address: 'Calle Mayor 1',
} as const;
const line = (changes: LineInput = {}): LineInput => ({
  concept: 'Servicio',
  units: 1,
  unit_price: 100,
  tax_rate: 21,
  ...changes,
});
const build = (changes: InvoiceInput = {}): InvoiceInput => ({
  issuer_nif: 'B12345674',
  number_serie: 'A/1',
  recipients: [RECIPIENT],
  lines: [line()],
  ...changes,
});
const prepare = (changes: InvoiceInput, context: Partial<PrepareContext> = {}) =>
  prepareInvoice(build(changes), { ...CONTEXT, ...context });

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
    const three = [line({ unit_price: '0.10' }), line({ unit_price: '0.10' }), line({ unit_price: '0.10' })];
    const { groups, lines, totals } = documentOf({ prices_include_tax: true, lines: three });
    expect(totals.total).toBe('0.30');
    expect(groups).toMatchObject([{ base: '0.25', tax: '0.05' }]);
    expect(lines.map(({ netAmount }) => netAmount)).toEqual(['0.09', '0.08', '0.08']);
  });

  it('with the recargo de equivalencia have an amount and a total of their own', () => {
    const { groups, totals } = documentOf({ lines: [line({ equivalence_surcharge_rate: 5.2 })] });
    expect(groups).toMatchObject([{ base: '100.00', tax: '21.00', surchargeRate: '5.2', surcharge: '5.20' }]);
    expect(totals).toMatchObject({ tax: '21.00', surcharge: '5.20', total: '126.20' });
  });

  it('on a margin tax the margin, and the total is the full price', () => {
    const car = line({ unit_price: 9680, margin: 2680, tax_regime: '03' });
    const { groups, totals } = documentOf({ lines: [car] });
    expect(groups).toMatchObject([{ base: '2214.88', tax: '465.12', price: '9680.00' }]);
    expect(totals).toMatchObject({ tax: '465.12', total: '9680.00', payable: '9680.00' });
  });

  it('at cost compute the tax from the base at cost', () => {
    const { groups, totals } = documentOf({ lines: [line({ tax_regime: '06', cost_base: 80 })] });
    expect(groups).toMatchObject([{ base: '100.00', costBase: '80.00', tax: '16.80' }]);
    expect(totals.total).toBe('116.80');
  });

  it('in another currency are registered in euros', () => {
    const { groups, totals } = documentOf({ currency: 'USD', exchange_rate: '0.9' });
    expect(groups).toMatchObject([{ base: '100.00', tax: '21.00', euro: { base: '90.00', tax: '18.90' } }]);
    expect(totals).toMatchObject({ total: '121.00', euro: { tax: '18.90', total: '108.90' } });
  });

  it('of sales through the one-stop shop charge the VAT of the other country without registering it', () => {
    const book = line({ tax_type: 'oss', tax_country: 'FR', tax_rate: 20 });
    const { groups, totals } = documentOf({ lines: [book] });
    expect(groups).toMatchObject([
      { regime: '17', operationKey: 'N2', rate: null, tax: '0.00', taxCountry: 'FR', foreignTax: '20.00' },
    ]);
    expect(totals).toMatchObject({ tax: '0.00', total: '100.00', foreignTax: '20.00', payable: '120.00' });
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
    ['a rate of 5 per cent of 2023', { operation_date: '2023-05-05', lines: [line({ tax_rate: 5 })] }],
    ['an issue date of 30 days ago', { issue_date: '2026-10-21' }],
    ['a stated total that differs by a cent', { total: '121.01' }],
    ['regime 17 of the IGIC', { lines: [line({ tax_type: 'igic', tax_regime: '17', tax_rate: 7 })] }],
    [
      'exemption E7 of the IGIC',
      { lines: [line({ tax_type: 'igic', tax_exemption_code: 'E7', tax_rate: null })] },
    ],
    ['regime 18 of the IPSI', { lines: [line({ tax_type: 'psi', tax_regime: '18', tax_rate: 4 })] }],
    ['several recipients', { recipients: [RECIPIENT, { ...RECIPIENT, name: 'Otro' }] }],
    [
      'a recipient outside the census',
      { recipients: [{ ...RECIPIENT, document_type: 'not_registered', document_number: '12345678Z' }] },
    ],
    ['self-billing', { issued_by: { role: 'recipient' } }],
    ['a qualified simplified invoice', { simplified_qualified: true }],
    [
      'a volume discount that names its period',
      { invoice_type: 'R1', rectification: { method: 'differences', reason: 'Rappel de 2026' } },
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

  it.each<[what: string, changes: InvoiceInput, findings: string[]]>([
    ['an issue date more than 30 days ago', { issue_date: '2026-10-20' }, ['issue_date too_old -']],
    ['an issue date in the future', { issue_date: '2026-11-21' }, ['issue_date out_of_range 1112']],
    [
      'an operation date after the issue date',
      { issue_date: '2026-11-01', operation_date: '2026-11-02' },
      ['operation_date out_of_range 1146'],
    ],
    [
      'an operation date in the future',
      { operation_date: '2026-12-02' },
      ['operation_date out_of_range 1173'],
    ],
    [
      'an operation of more than 20 years ago',
      { operation_date: '2006-11-19' },
      ['operation_date out_of_range 1134'],
    ],
    [
      'works without the day of the operation',
      { recipients: [{ ...RECIPIENT, document_number: 'P1234567D' }], lines: [line({ tax_regime: '14' })] },
      ['operation_date blank 1147'],
    ],
    ['a total that differs by two cents', { total: 121.02 }, ['total inconsistent -']],
    [
      'due amounts that do not add up',
      { payment: { due: [{ date: '2026-12-01', amount: 121.01 }] } },
      ['payment.due inconsistent -'],
    ],
    [
      'a decimal that is not one',
      { lines: [line({ unit_price: '1,5' })] },
      ['lines[0].unit_price invalid -'],
    ],
    ['a currency without a rate', { currency: 'USD' }, ['exchange_rate blank -']],
    ['a rate without a currency', { exchange_rate: 1 }, ['exchange_rate must_be_blank -']],
    ['a currency that does not exist', { currency: 'usd', exchange_rate: 1 }, ['currency unknown_value -']],
    [
      'a margin regime without a margin',
      { lines: [line({ tax_regime: '03' })] },
      ['lines[0].margin blank -'],
    ],
    ['a margin without its regime', { lines: [line({ margin: 1 })] }, ['lines[0].margin must_be_blank -']],
    [
      'regime 06 without a base at cost',
      { lines: [line({ tax_regime: '06' })] },
      ['lines[0].cost_base blank 1202'],
    ],
    [
      'a base at cost without regime 06',
      { lines: [line({ cost_base: 1 })] },
      ['lines[0].cost_base must_be_blank 1257'],
    ],
    [
      'a surcharge of another rate',
      { lines: [line({ equivalence_surcharge_rate: 1.4 })] },
      ['lines[0].equivalence_surcharge_rate unknown_value 1162'],
    ],
    [
      'a surcharge with reverse charge',
      { lines: [line({ tax_operation_key: 'S2', tax_rate: 0, equivalence_surcharge_rate: 5.2 })] },
      ['lines[0].equivalence_surcharge_rate not_allowed 1281'],
    ],
    [
      'a regime that the IPSI does not have',
      { lines: [line({ tax_type: 'psi', tax_regime: '03' })] },
      ['lines[0].tax_regime unknown_value 1246'],
    ],
    [
      'an operation key with the one-stop shop',
      { lines: [line({ tax_type: 'oss', tax_country: 'FR', tax_operation_key: 'S1' })] },
      ['lines[0].tax_operation_key not_allowed -'],
    ],
    [
      'the one-stop shop without a country',
      { lines: [line({ tax_type: 'oss' })] },
      ['lines[0].tax_country blank -'],
    ],
    [
      'the one-stop shop in Spain',
      { lines: [line({ tax_type: 'oss', tax_country: 'ES' })] },
      ['lines[0].tax_country invalid -'],
    ],
    [
      'a country with the IVA',
      { lines: [line({ tax_country: 'FR' })] },
      ['lines[0].tax_country must_be_blank -'],
    ],
    [
      'a percentage of lines that do not exist',
      { allowances: [{ reason: 'x', percent: 1, tax_rate: 10 }] },
      ['allowances[0].percent not_allowed -'],
    ],
    [
      'an allowance without a reason',
      { allowances: [{ amount: 1, tax_rate: 21 }] },
      ['allowances[0].reason blank -'],
    ],
    [
      'a negative charge',
      { charges: [{ reason: 'x', amount: -1, tax_rate: 21 }] },
      ['charges[0].amount out_of_range -'],
    ],
    [
      'an allowance that is exempt as an intra-Community supply',
      { allowances: [{ reason: 'x', amount: 1, tax_exemption_code: 'E5' }] },
      ['allowances[0].tax_exemption_code not_allowed 1289'],
    ],
    [
      'a qualified simplified invoice of type F2',
      { invoice_type: 'F2', recipients: null, simplified_qualified: true },
      ['simplified_qualified not_allowed 1183'],
    ],
    ['a coupon with F1', { coupon: true }, ['coupon not_allowed 1157']],
    [
      'self-billing without a recipient',
      { invoice_type: 'F2', recipients: null, issued_by: { role: 'recipient' } },
      ['issued_by.role not_allowed 1158'],
    ],
    [
      'self-billing with a name',
      { issued_by: { role: 'recipient', name: 'x' } },
      ['issued_by.name must_be_blank 1159'],
    ],
    [
      'a third party without a document',
      { issued_by: { role: 'third_party', name: 'x' } },
      ['issued_by.document blank 1186'],
    ],
    [
      'the issuer as third party',
      { issued_by: { role: 'third_party', name: 'x', document: { type: 'nif', number: 'B12345674' } } },
      ['issued_by.document not_allowed 1188'],
    ],
    [
      'a third party outside the census',
      {
        issued_by: {
          role: 'third_party',
          name: 'x',
          document: { type: 'not_registered', number: '12345678Z' },
        },
      },
      ['issued_by.document.type not_allowed 1211'],
    ],
    ['a recipient in both forms', { recipient_legal_name: 'x' }, ['recipient_legal_name not_allowed -']],
    [
      'an unidentified recipient with F1',
      { recipients: [{ name: 'Ada', not_identified: true }], invoice_type: 'F1' },
      [
        'recipients[0].not_identified not_allowed 1185',
        'recipients[0].document_type blank 1189',
        'recipients[0].document_number blank 1189',
      ],
    ],
    [
      'two recipients with F2',
      {
        invoice_type: 'F2',
        recipients: [
          { name: 'a', not_identified: true },
          { name: 'b', not_identified: true },
        ],
      },
      ['recipients too_many 1190'],
    ],
    [
      'a company outside the census',
      { recipients: [{ ...RECIPIENT, document_type: 'not_registered' }] },
      ['recipients[0].document_number invalid 1131'],
    ],
    [
      'an official document of Spain',
      { recipients: [{ ...RECIPIENT, document_type: 'official_id', country_code: 'ES' }] },
      ['recipients[0].country_code not_allowed 1126'],
    ],
    [
      'an American number as a VAT number of the Union',
      {
        recipients: [
          { ...RECIPIENT, document_type: 'eu_vat', document_number: '98-7654321', country_code: 'US' },
        ],
      },
      ['recipients[0].document_number invalid 1121'],
    ],
    [
      'an incomplete set of DIR3 centres',
      {
        recipients: [{ ...RECIPIENT, dir3: { accounting_office: 'L01280796', managing_body: 'L01280796' } }],
      },
      ['recipients[0].dir3.processing_unit blank -'],
    ],
    [
      'a rectification with F1',
      { rectification: { method: 'differences', reason: 'x' } },
      ['rectification must_be_blank 1115'],
    ],
    [
      'a rectification without a reason',
      { invoice_type: 'R1', rectification: { method: 'differences' } },
      ['rectification.reason blank -'],
    ],
    [
      'a substitution without the replaced amounts',
      { invoice_type: 'R1', rectification: { method: 'substitution', reason: 'x' } },
      ['rectification.rectified_base blank 1118', 'rectification.rectified_tax blank 1118'],
    ],
    [
      'differences with replaced amounts',
      { invoice_type: 'R1', rectification: { method: 'differences', reason: 'x', rectified_base: 1 } },
      ['rectification.rectified_base must_be_blank 1119'],
    ],
    [
      'a rectified invoice of the future',
      {
        invoice_type: 'R1',
        rectification: {
          method: 'differences',
          reason: 'x',
          invoices: [{ number_serie: 'B', issue_date: '2026-11-21' }],
        },
      },
      ['rectification.invoices[0].issue_date out_of_range -'],
    ],
    [
      'a rectified invoice twice',
      {
        invoice_type: 'R1',
        rectification: {
          method: 'differences',
          reason: 'x',
          invoices: [
            { number_serie: 'B', issue_date: '2026-11-01' },
            { issuer_nif: 'B12345674', number_serie: 'B', issue_date: '2026-11-01' },
          ],
        },
      },
      ['rectification.invoices[1].number_serie duplicate -'],
    ],
    [
      'a replaced invoice with F1',
      { replaces: [{ number_serie: 'B', issue_date: '2026-11-01' }] },
      ['replaces must_be_blank 1116'],
    ],
    [
      'an IBAN with wrong check digits',
      { payment: { iban: 'ES92 2100 0418 4502 0005 1332' } },
      ['payment.iban invalid -'],
    ],
    [
      'two means of payment',
      { payment_method: 'cash', payment: { means: 'cash' } },
      ['payment_method not_allowed -'],
    ],
    [
      'a period that ends before it starts',
      { period: { start: '2026-02-01', end: '2026-01-01' } },
      ['period.end out_of_range -'],
    ],
    [
      '21 pairs of metadata',
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_none, index) => [`k${index}`, 'x'])) },
      ['metadata too_many -'],
    ],
  ])('cannot have %s', (_what, changes, findings) => {
    expect(findingsOf(changes)).toEqual(findings);
  });

  it('may be older than 30 days if its organization is migrating', () => {
    expect(findingsOf({ issue_date: '2025-01-02' }, { isMigrating: true })).toEqual([]);
  });

  it('without an issue date is issued today', () => {
    expect(documentOf({}).issueDate).toBe(TODAY);
  });

  it('has a finding that names a member of a list by its place', () => {
    const prepared = prepare({ payment: { due: [{ date: 'x', amount: 121 }] } });
    expect(prepared.kind === 'refused' && prepared.findings[0]).toMatchObject({
      field: 'payment.due[0].date',
      message: 'Payment, due date 1: date must be a real date in the form YYYY-MM-DD',
    });
  });
});
