import * as fc from 'fast-check';
import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { messagesOf, GERMAN, IDENTIFIED, TODAY, TRAVELLER } from '../../domain/support/inputs.ts';

/** A decimal of at most 15 digits; its widest forms are more frequent. */
function widestDecimals(integerDigits: number, places: number): fc.Arbitrary<number> {
  const largest = 10 ** (integerDigits + places) - 1;
  return fc
    .oneof(fc.constant(largest), fc.integer({ min: -largest, max: largest }))
    .chain((scaled) => fc.constantFrom(scaled, -scaled))
    .map((scaled) => Number((scaled / 10 ** places).toFixed(places)));
}

const widestRate = fc.oneof(
  fc.constantFrom(0, 4, 10, 21, 99.99),
  fc.integer({ min: 0, max: 9999 }).map((n) => n / 100),
);

/**
 * Figures of which one has the greatest width, while the others keep the invoice below its limit.
 */
const figures: fc.Arbitrary<InvoiceLineInput> = fc.oneof(
  fc.record({ units: fc.constantFrom(1, -1), unit_price: widestDecimals(12, 2) }),
  fc.record({ units: widestDecimals(12, 2), unit_price: fc.constantFrom(1, -1, 0.000001) }),
  fc.record({ units: widestDecimals(6, 6), unit_price: widestDecimals(6, 6), discount_percent: widestRate }),
  fc.record({ units: fc.constant(1), unit_price: widestDecimals(9, 6), discount_percent: widestRate }),
);

const taxes: fc.Arbitrary<InvoiceLineInput> = fc.oneof(
  fc.record({ tax_rate: fc.constantFrom(0, 4, 10, 21) }),
  fc.record({ tax_regime: fc.constantFrom('07', '18', '19', '20'), tax_rate: fc.constantFrom(4, 10, 21) }),
  fc.record({
    tax_regime: fc.constantFrom('03', '05'),
    tax_rate: fc.constantFrom(0, 4, 10, 21),
    income_tax_withholding_rate: fc.constant(null),
  }),
  fc.record({ tax_operation_key: fc.constantFrom('S2', 'N1', 'N2') }),
  fc.record({ tax_exemption_code: fc.constantFrom('E1', 'E4', 'E6') }),
  fc.record({ tax_type: fc.constant('others'), tax_rate: widestRate }),
  fc.record({ tax_type: fc.constant('igic'), tax_rate: fc.constantFrom(0, 2.75, 9.5, 20) }),
  fc.record({ tax_type: fc.constant('psi'), tax_rate: fc.constantFrom(0.5, 9.99, 10) }),
);

const word = fc.oneof(
  fc.constant('Suministro e instalación de maquinaria'),
  fc.constant('W'.repeat(200)),
  fc.constant('設備維護及修理服務'.repeat(6)),
  fc.constant('خدمة صيانة المعدات '.repeat(4).trim()),
);

const line: fc.Arbitrary<InvoiceLineInput> = fc
  .record({
    concept: word,
    notes: fc.option(word),
    income_tax_withholding_rate: fc.option(fc.constantFrom(1, 7, 15, 19, 99.99)),
  })
  .chain((texts) => figures.chain((amounts) => taxes.map((tax) => ({ ...texts, ...amounts, ...tax }))));

const number = fc.oneof(
  fc.stringMatching(/^[!#-&(-;?-~](?:[!#-&(-;?-~]{0,58}[!#-&(-;?-~])?$/),
  fc.constantFrom('W'.repeat(60), '@'.repeat(60), 'FACT/2026/ES-08/0000000123456', '1', '%m'.repeat(30)),
);

/** Accepted invoices with the widest contents: amounts, numbers, groups, withholdings and words. */
export const wideInputs: fc.Arbitrary<InvoiceInput> = fc
  .record({
    issuer_nif: fc.constantFrom('B12345674', '12345678Z'),
    issuer_name: fc.constantFrom('Talleres Ñandú SL', 'W'.repeat(120)),
    number_serie: number,
    operation_date: fc.constant(TODAY),
    invoice_type: fc.constantFrom('F1', 'F1', 'R1', 'R4'),
    due_date: fc.option(fc.constant('2027-01-31')),
    payment_method: fc.constant('bank_transfer'),
    payment_method_info: fc.constantFrom(
      'ES9121000418450200051332',
      'IBAN MT84MALT011000012345MTLCAST001S, BIC MALTMTMT',
      'Giro',
    ),
    paid: fc.option(fc.boolean()),
    total_reimbursable_expenses_amount: fc.option(fc.constantFrom(0.01, 999_999_999.99)),
    lines: fc.array(line, { minLength: 1, maxLength: 30, size: 'max' }),
  })
  .chain((input) =>
    fc.constantFrom(IDENTIFIED, GERMAN, TRAVELLER).map((recipient): InvoiceInput => ({
      ...input,
      ...recipient,
      rectified_invoice_id: input.invoice_type === 'F1' ? null : 7,
    })),
  )
  .filter((input) => messagesOf(input).length === 0);
