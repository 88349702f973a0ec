import * as fc from 'fast-check';
import {
  OPERATION_TYPES,
  PAYMENT_METHODS,
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
  TAX_REGIMES,
} from '../../../src/contracts/codes.ts';
import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { AMERICAN, GERMAN, IDENTIFIED, NOBODY, PUBLIC_BODY, TODAY, TRAVELLER } from './inputs.ts';

/** Generates decimals of at most 15 digits, as a client would write them. */
function decimals(integerDigits: number, places: number): fc.Arbitrary<number> {
  const limit = 10 ** (integerDigits + places);
  return fc
    .integer({ min: -limit + 1, max: limit - 1 })
    .map((scaled) => Number((scaled / 10 ** places).toFixed(places)));
}

const rate = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const text = fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 60 });

/** Lines most of which are valid by themselves. */
const lines = fc.array(
  fc
    .record({
      position: fc.option(fc.integer({ min: 0, max: 5 })),
      concept: fc.oneof(fc.constant('Servicio & <material> ]]>'), text),
      units: fc.oneof(decimals(3, 0), decimals(3, 2), decimals(4, 6)),
      unit_price: fc.oneof(decimals(4, 2), decimals(5, 4)),
      discount_percent: fc.option(rate),
      notes: fc.option(text),
      income_tax_withholding_rate: fc.option(fc.constantFrom(0, 7, 15, 19, 1.5)),
    })
    .chain((line) => taxes.map((tax): InvoiceLineInput => ({ ...line, ...tax }))),
  { minLength: 1, maxLength: 8 },
);

const vatRate = fc.constantFrom(0, 4, 10, 21);
const taxes: fc.Arbitrary<InvoiceLineInput> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ tax_rate: vatRate }) },
  fc.record({
    tax_regime: fc.constantFrom('03', '05', '07', '09', '15', '18', '19', '20'),
    tax_rate: vatRate,
  }),
  fc.record({ tax_regime: fc.constantFrom('04', '08', '10', '17') }),
  fc.record({ tax_regime: fc.constantFrom('11', '14'), tax_rate: fc.constant(21) }),
  fc.record({
    tax_regime: fc.constantFrom(...TAX_REGIMES),
    tax_exemption_code: fc.constantFrom(...TAX_EXEMPTION_CODES),
  }),
  fc.record({ tax_operation_key: fc.constantFrom(...TAX_OPERATION_KEYS.slice(1)) }),
  fc.record({ tax_type: fc.constant('others'), tax_rate: rate }),
  fc.record({ tax_type: fc.constant('igic'), tax_rate: fc.constantFrom(0, 3, 6.5, 7, 9.5, 15, 20) }),
  fc.record({ tax_type: fc.constant('psi'), tax_rate: fc.integer({ min: 1, max: 20 }).map((n) => n / 2) }),
  fc.record({ tax_type: fc.constantFrom('igic', 'psi'), tax_rate: rate }),
);

/** Invoices many of which are accepted, while the others are almost valid. */
export const nearlyValidInputs: fc.Arbitrary<InvoiceInput> = fc
  .record({
    issuer_nif: fc.constantFrom('B12345674', '12345678Z', ' x-1234567 l', 'Q2826000H'),
    number_serie: fc.stringMatching(/^[!#-&(-;?-~](?:[ !#-&(-;?-~]{0,57}[!#-&(-;?-~])?$/),
    operation_date: fc.constantFrom(TODAY, '2026-11-01', '2024-12-31', '2026-12-24'),
    invoice_type: fc.option(fc.constantFrom('F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5')),
    issuer_name: fc.option(text),
    operation_description: fc.option(text),
    due_date: fc.option(fc.constant('2027-01-31')),
    has_unidentified_recipient: fc.option(fc.boolean()),
    payment_method: fc.option(fc.constantFrom(...PAYMENT_METHODS)),
    operation_type: fc.option(fc.constantFrom(...OPERATION_TYPES)),
    total_reimbursable_expenses_amount: fc.option(
      fc.integer({ min: 0, max: 1e6 }).map((cents) => cents / 100),
    ),
    lines,
  })
  .chain((input) =>
    fc
      .record({
        recipient: fc.constantFrom(NOBODY, IDENTIFIED, PUBLIC_BODY, GERMAN, AMERICAN, TRAVELLER),
        isRectifiedNamed: fc.boolean(),
      })
      .map(({ recipient, isRectifiedNamed }) => {
        const isRectifiedPossible =
          input.invoice_type?.startsWith('R') === true || (isRectifiedNamed && input.invoice_type === 'F3');
        return { ...input, ...recipient, rectified_invoice_id: isRectifiedPossible ? 7 : null };
      }),
  );

const oddText = fc.oneof(
  fc.constantFrom(
    '\ud800',
    'a\udc00',
    '\u0000',
    '__proto__',
    'constructor',
    'x'.repeat(10_000),
    ' '.repeat(10_000),
    'é\u0301'.repeat(3000),
    '\uffff',
    'NaN',
    '-1',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '2026-02-30',
    'ES',
    'GR',
    'F1',
    'nif',
    'iva',
    '01',
    'S1',
    'E5',
    '14',
    'igic',
    'passport',
    'international_vat_number',
  ),
);
const oddNumber = fc.oneof(
  fc.constantFrom(
    -0,
    1e-7,
    5e-324,
    1e21,
    1.7976931348623157e308,
    Number.MAX_SAFE_INTEGER,
    0.1 + 0.2,
    999_999_999_999.9999,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);
const oddInteger = fc.maxSafeInteger();

const oddLine: fc.Arbitrary<InvoiceLineInput> = fc.record(
  {
    position: fc.option(oddInteger),
    concept: fc.option(oddText),
    units: fc.option(oddNumber),
    unit_price: fc.option(oddNumber),
    discount_percent: fc.option(oddNumber),
    notes: fc.option(oddText),
    tax_type: fc.option(oddText),
    tax_regime: fc.option(oddText),
    tax_operation_key: fc.option(oddText),
    tax_exemption_code: fc.option(oddText),
    tax_rate: fc.option(oddNumber),
    income_tax_withholding_rate: fc.option(oddNumber),
  },
  { requiredKeys: [] },
);

/** Invoices with any values that the request schema allows. */
export const oddInputs: fc.Arbitrary<InvoiceInput> = fc.record(
  {
    external_invoice_id: fc.option(oddText),
    issuer_nif: fc.option(oddText),
    number_serie: fc.option(oddText),
    issuer_name: fc.option(oddText),
    invoice_type: fc.option(oddText),
    operation_description: fc.option(oddText),
    operation_date: fc.option(oddText),
    due_date: fc.option(oddText),
    rectified_invoice_id: fc.option(oddInteger),
    has_unidentified_recipient: fc.option(fc.boolean()),
    recipient_legal_name: fc.option(oddText),
    recipient_document_type: fc.option(oddText),
    recipient_document_number: fc.option(oddText),
    recipient_billing_address: fc.option(oddText),
    recipient_billing_postal_code: fc.option(oddText),
    recipient_billing_city: fc.option(oddText),
    contact_id: fc.option(oddInteger),
    invoiceable_serie_id: fc.option(oddInteger),
    payment_method: fc.option(oddText),
    payment_method_info: fc.option(oddText),
    operation_type: fc.option(oddText),
    recipient_country_code: fc.option(oddText),
    footer_note: fc.option(oddText),
    total_reimbursable_expenses_amount: fc.option(oddNumber),
    paid: fc.option(fc.boolean()),
    lines: fc.option(fc.array(oddLine, { maxLength: 6 })),
  },
  { requiredKeys: [] },
);
