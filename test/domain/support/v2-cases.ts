import type { InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';

/** A recipient of an invoice of version 2. */
export const RECIPIENT_V2 = {
  name: 'Cliente SA',
  document_type: 'nif',
  document_number: 'A12345674',
  address: 'Calle Mayor 1',
} as const;
/** Builds a valid line of one unit of 100 € at 21 %, with the given changes. */
export const lineV2 = (changes: LineInput = {}): LineInput => ({
  concept: 'Servicio',
  units: 1,
  unit_price: 100,
  tax_rate: 21,
  ...changes,
});
/** Builds a valid F1 of version 2 with one line, with the given changes. */
export const buildV2 = (changes: InvoiceInput = {}): InvoiceInput => ({
  issuer_nif: 'B12345674',
  number_serie: 'A/1',
  recipients: [RECIPIENT_V2],
  lines: [lineV2()],
  ...changes,
});

/** Invoices that break one rule, with `field code AEAT-code` of each finding. */
export const REFUSED: readonly [what: string, changes: InvoiceInput, findings: string[]][] = [
  ['an issue date more than 30 days ago', { issue_date: '2026-10-20' }, ['issue_date too_old -']],
  ['an issue date in the future', { issue_date: '2026-11-21' }, ['issue_date out_of_range 1112']],
  [
    'an operation date after the issue date',
    { issue_date: '2026-11-01', operation_date: '2026-11-02' },
    ['operation_date out_of_range 1146'],
  ],
  ['an operation date in the future', { operation_date: '2026-12-02' }, ['operation_date out_of_range 1173']],
  [
    'an operation of more than 20 years ago',
    { operation_date: '2006-11-19' },
    ['operation_date out_of_range 1134'],
  ],
  [
    'works without the day of the operation',
    {
      recipients: [{ ...RECIPIENT_V2, document_number: 'P1234567D' }],
      lines: [lineV2({ tax_regime: '14' })],
    },
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
    { lines: [lineV2({ unit_price: '1,5' })] },
    ['lines[0].unit_price invalid -'],
  ],
  ['a currency without a rate', { currency: 'USD' }, ['exchange_rate blank -']],
  ['a rate without a currency', { exchange_rate: 1 }, ['exchange_rate must_be_blank -']],
  [
    'an exchange rate that is inverted',
    { currency: 'JPY', exchange_rate: 162.5 },
    ['exchange_rate out_of_range -'],
  ],
  ['a currency with three decimals', { currency: 'KWD', exchange_rate: 2.8 }, ['currency not_supported -']],
  [
    'an amount with decimals in a currency without them',
    { currency: 'JPY', exchange_rate: 0.0062, lines: [lineV2({ unit_price: 777.42 })] },
    ['lines[0].unit_price too_many_digits -'],
  ],
  ['a currency that does not exist', { currency: 'usd', exchange_rate: 1 }, ['currency unknown_value -']],
  [
    'a margin regime without a margin',
    { lines: [lineV2({ tax_regime: '03' })] },
    ['lines[0].margin blank -'],
  ],
  [
    'a margin that is greater than the price',
    { lines: [lineV2({ tax_regime: '03', margin: 4000 })] },
    ['lines[0].margin out_of_range -'],
  ],
  [
    'margins whose tax exceeds the limit of simplified invoices, but whose prices do not',
    {
      invoice_type: 'F2',
      recipients: null,
      lines: [
        lineV2({ unit_price: 5000, tax_regime: '03', margin: 5000 }),
        lineV2({ unit_price: -4000, tax_regime: '03', margin: 0 }),
      ],
    },
    ['has_unidentified_recipient not_allowed 1150'],
  ],
  ['a margin without its regime', { lines: [lineV2({ margin: 1 })] }, ['lines[0].margin must_be_blank -']],
  [
    'a kind of second-hand goods without regime 03',
    { lines: [lineV2({ second_hand_kind: 'art' })] },
    ['lines[0].second_hand_kind must_be_blank -'],
  ],
  [
    'a kind of second-hand goods that does not exist',
    { lines: [lineV2({ tax_regime: '03', margin: 1, second_hand_kind: 'cars' })] },
    ['lines[0].second_hand_kind unknown_value -'],
  ],
  ['a supply of another kind', { lines: [lineV2({ supply: 'works' })] }, ['lines[0].supply unknown_value -']],
  [
    'a charge with a supply of another kind',
    { charges: [{ reason: 'x', amount: 1, tax_rate: 21, supply: 'works' }] },
    ['charges[0].supply unknown_value -'],
  ],
  [
    'a property without the lease of premises',
    { lines: [lineV2({ property: { situation: '3' } })] },
    ['lines[0].property must_be_blank -'],
  ],
  [
    'a property without its situation',
    { lines: [lineV2({ tax_regime: '11', property: {} })] },
    ['lines[0].property.situation blank -'],
  ],
  [
    'a situation of the property that does not exist',
    { lines: [lineV2({ tax_regime: '11', property: { situation: 5 } })] },
    ['lines[0].property.situation out_of_range -'],
  ],
  [
    'a property in the País Vasco without its cadastral reference',
    { lines: [lineV2({ tax_regime: '11', property: { situation: '2', cadastral_reference: ' ' } })] },
    ['lines[0].property.cadastral_reference blank 1155'],
  ],
  [
    'the cadastral reference of a property that has none',
    { lines: [lineV2({ tax_regime: '11', property: { situation: 3, cadastral_reference: '9872023' } })] },
    ['lines[0].property.cadastral_reference must_be_blank -'],
  ],
  [
    'regime 06 without a base at cost',
    { lines: [lineV2({ tax_regime: '06' })] },
    ['lines[0].cost_base blank 1202'],
  ],
  [
    'a base at cost without regime 06',
    { lines: [lineV2({ cost_base: 1 })] },
    ['lines[0].cost_base must_be_blank 1257'],
  ],
  [
    'a surcharge of another rate',
    { lines: [lineV2({ equivalence_surcharge_rate: 1.4 })] },
    ['lines[0].equivalence_surcharge_rate unknown_value 1162'],
  ],
  [
    'a surcharge with reverse charge',
    { lines: [lineV2({ tax_operation_key: 'S2', tax_rate: 0, equivalence_surcharge_rate: 5.2 })] },
    ['lines[0].equivalence_surcharge_rate not_allowed 1281'],
  ],
  [
    'a regime that the IPSI does not have',
    { lines: [lineV2({ tax_type: 'psi', tax_regime: '03' })] },
    ['lines[0].tax_regime unknown_value 1246'],
  ],
  [
    'an operation key with the one-stop shop',
    { lines: [lineV2({ tax_type: 'oss', tax_country: 'FR', tax_operation_key: 'S1' })] },
    ['lines[0].tax_operation_key not_allowed -'],
  ],
  [
    'the one-stop shop without a country',
    { lines: [lineV2({ tax_type: 'oss' })] },
    ['lines[0].tax_country blank -'],
  ],
  [
    'the one-stop shop in Spain',
    { lines: [lineV2({ tax_type: 'oss', tax_country: 'ES' })] },
    ['lines[0].tax_country invalid -'],
  ],
  [
    'a rate of VAT that no member state has',
    { lines: [lineV2({ tax_type: 'oss', tax_country: 'FR', tax_rate: 99 })] },
    ['lines[0].tax_rate out_of_range -'],
  ],
  [
    'a rate that the IGIC never had, for a charge',
    { charges: [{ reason: 'x', amount: 1, tax_type: 'igic', tax_rate: 21 }] },
    ['charges[0].tax_rate unknown_value -'],
  ],
  [
    'a country with the IVA',
    { lines: [lineV2({ tax_country: 'FR' })] },
    ['lines[0].tax_country must_be_blank -'],
  ],
  [
    'a percentage of lines that do not exist',
    { charges: [{ reason: 'x', percent: 1, tax_rate: 10 }] },
    ['charges[0].percent not_allowed -'],
  ],
  [
    'an allowance at a rate that no line has',
    { allowances: [{ reason: 'x', amount: 1, tax_rate: 10 }] },
    ['allowances[0].tax_rate not_allowed -'],
  ],
  [
    'an allowance of another tax than that of the lines',
    { allowances: [{ reason: 'x', amount: 1, tax_type: 'igic', tax_rate: 7 }] },
    ['allowances[0].tax_type not_allowed -'],
  ],
  [
    'an allowance of another regime than that of the lines',
    { allowances: [{ reason: 'x', amount: 1, tax_regime: '07', tax_rate: 21 }] },
    ['allowances[0].tax_regime not_allowed -'],
  ],
  [
    'an allowance that is exempt although no line is',
    { allowances: [{ reason: 'x', amount: 1, tax_exemption_code: 'E1' }] },
    ['allowances[0].tax_exemption_code not_allowed -'],
  ],
  [
    'an allowance that is taxed although all lines are exempt',
    {
      lines: [lineV2({ tax_exemption_code: 'E1', tax_rate: null })],
      allowances: [{ reason: 'x', amount: 1, tax_rate: 21 }],
    },
    ['allowances[0].tax_operation_key not_allowed -'],
  ],
  [
    'an allowance of the VAT of another country than that of the lines',
    {
      lines: [lineV2({ tax_type: 'oss', tax_country: 'FR', tax_rate: 20 })],
      allowances: [{ reason: 'x', amount: 1, tax_type: 'oss', tax_country: 'DE', tax_rate: 20 }],
    },
    ['allowances[0].tax_country not_allowed -'],
  ],
  [
    'an allowance without the surcharge of the lines of its rate',
    {
      lines: [lineV2({ equivalence_surcharge_rate: 5.2 }), lineV2({ tax_rate: 10 })],
      allowances: [{ reason: 'x', amount: 1, tax_rate: 21 }],
    },
    ['allowances[0].equivalence_surcharge_rate not_allowed -'],
  ],
  [
    'an allowance with a surcharge that no line has',
    { allowances: [{ reason: 'x', amount: 1, tax_rate: 21, equivalence_surcharge_rate: 5.2 }] },
    ['allowances[0].equivalence_surcharge_rate not_allowed -'],
  ],
  [
    'a charge without the surcharge of the lines, also at another rate',
    {
      lines: [lineV2({ equivalence_surcharge_rate: 5.2 })],
      charges: [
        { reason: 'x', amount: 1, tax_rate: 21 },
        { reason: 'y', amount: 1, tax_rate: 10 },
      ],
    },
    ['charges[0].equivalence_surcharge_rate blank -', 'charges[1].equivalence_surcharge_rate blank -'],
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
    'a charge that is exempt as an intra-Community supply',
    { charges: [{ reason: 'x', amount: 1, tax_exemption_code: 'E5' }] },
    ['charges[0].tax_exemption_code not_allowed 1289'],
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
    'a foreigner as the recipient of a bad debt',
    {
      invoice_type: 'R3',
      rectification: {
        method: 'differences',
        reason: 'x',
        invoices: [{ number_serie: 'B', issue_date: '2026-10-31' }],
      },
      recipients: [RECIPIENT_V2, { name: 'x', document_type: 'eu_vat', document_number: 'DE123456789' }],
    },
    ['recipients[1].document_type not_allowed 1191'],
  ],
  [
    'prices with tax and a base at cost',
    { prices_include_tax: true, lines: [lineV2({ tax_regime: '06', cost_base: 1 })] },
    ['prices_include_tax not_allowed -'],
  ],
  [
    'a company outside the census',
    { recipients: [{ ...RECIPIENT_V2, document_type: 'not_registered' }] },
    ['recipients[0].document_number invalid 1131'],
  ],
  [
    'an official document of Spain',
    { recipients: [{ ...RECIPIENT_V2, document_type: 'official_id', country_code: 'ES' }] },
    ['recipients[0].country_code not_allowed 1126'],
  ],
  [
    'an American number as a VAT number of the Union',
    {
      recipients: [
        { ...RECIPIENT_V2, document_type: 'eu_vat', document_number: '98-7654321', country_code: 'US' },
      ],
    },
    ['recipients[0].document_number invalid 1121'],
  ],
  [
    'an incomplete set of DIR3 centres',
    {
      recipients: [{ ...RECIPIENT_V2, dir3: { accounting_office: 'L01280796', managing_body: 'L01280796' } }],
    },
    ['recipients[0].dir3.processing_unit blank -'],
  ],
  [
    'a rectification with F1',
    { rectification: { method: 'differences', reason: 'x' } },
    ['rectification must_be_blank 1115'],
  ],
  [
    'a rectification that names neither invoices nor a period',
    { invoice_type: 'R4', rectification: { method: 'differences', reason: 'x' } },
    ['rectification.invoices blank -'],
  ],
  [
    'a number of Northern Ireland before 2021',
    {
      operation_date: '2020-12-31',
      recipients: [{ ...RECIPIENT_V2, document_type: 'eu_vat', document_number: 'XI123456789' }],
    },
    ['recipients[0].document_number not_allowed 1254'],
  ],
  [
    'a third party with a number of Northern Ireland before 2021',
    {
      operation_date: '2020-12-31',
      issued_by: {
        role: 'third_party',
        name: 'Ada',
        document: { type: 'eu_vat', number: 'XI123456789' },
      },
    },
    ['issued_by.document not_allowed 1254'],
  ],
  [
    'a rectification without a reason',
    { invoice_type: 'R1', rectification: { method: 'differences' }, period: { end: '2026-10-31' } },
    ['rectification.reason blank -'],
  ],
  [
    'a bad debt without its invoices',
    {
      invoice_type: 'R2',
      rectification: { method: 'differences', reason: 'x' },
      period: { end: '2026-10-31' },
    },
    ['rectification.invoices blank -'],
  ],
  [
    'allowances beyond the lines of their tax',
    {
      lines: [lineV2(), lineV2({ tax_rate: 10, unit_price: 10 })],
      allowances: [
        { reason: 'x', amount: 5, tax_rate: 10 },
        { reason: 'x', amount: 5.01, tax_rate: 10 },
      ],
    },
    ['allowances[1].amount out_of_range -'],
  ],
  [
    'a substitution without the replaced amounts',
    {
      invoice_type: 'R1',
      rectification: { method: 'substitution', reason: 'x' },
      period: { end: '2026-10-31' },
    },
    [
      'rectification.invoices blank -',
      'rectification.rectified_base blank 1118',
      'rectification.rectified_tax blank 1118',
    ],
  ],
  [
    'differences with replaced amounts',
    {
      invoice_type: 'R1',
      rectification: { method: 'differences', reason: 'x', rectified_base: 1 },
      period: { end: '2026-10-31' },
    },
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
];
