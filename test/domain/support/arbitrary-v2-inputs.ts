import * as fc from 'fast-check';
import { PAYMENT_MEANS } from '../../../src/contracts/codes.ts';
import { SPFE_CHANNELS } from '../../../src/contracts/spfe.ts';
import type { InvoiceInput, LineInput, PartyInput } from '../../../src/contracts/v2/invoice-input.ts';
import {
  decimals,
  text,
  makeWhole,
  maybe,
  key,
  period,
  line,
  allowances,
  takeTaxes,
} from './arbitrary-v2-lines.ts';
import { TODAY } from './inputs.ts';

const party: fc.Arbitrary<PartyInput> = fc
  .record({
    name: text,
    address: maybe(text),
    postal_code: maybe(text),
    city: maybe(text),
    contact: maybe(fc.record({ name: maybe(text), phone: maybe(text), email: text })),
    is_business: maybe(fc.boolean()),
  })
  .chain((common) =>
    fc
      .constantFrom<PartyInput>(
        { document_type: 'nif', document_number: 'A12345674' },
        { document_type: 'nif', document_number: '12345678Z', country_code: 'ES' },
        { document_type: 'nie', document_number: 'X1234567L' },
        {
          name: 'DE LA FUENTE EJEMPLO ANA',
          person_name: { given_name: 'Ana', first_surname: 'de la Fuente', second_surname: 'Ejemplo' },
          document_type: 'nif',
          document_number: '12345678Z',
        },
        { document_type: 'eu_vat', document_number: 'DE123456789' },
        { document_type: 'eu_vat', document_number: 'el123456789', country_code: 'GR' },
        { document_type: 'passport', document_number: 'C01X00T47', country_code: 'GB' },
        { document_type: 'official_id', document_number: '98-7654321', country_code: 'US' },
        { document_type: 'residence_certificate', document_number: 'R 1', country_code: 'MX' },
        { document_type: 'other_document', document_number: 'X/1', country_code: 'GF' },
        {
          document_type: 'nif',
          document_number: 'P1234567D',
          dir3: { accounting_office: 'L01280796', managing_body: 'L01280796', processing_unit: 'L01280796' },
        },
        {
          document_type: 'international_vat_number',
          document_number: '98-7654321',
          country_code: 'US',
          electronic_address: { scheme: 'EM', value: 'ap@example.com' },
        },
      )
      .map((document) => ({ ...common, ...document })),
  );

const byId = fc.record({ issued_invoice_id: fc.integer({ min: 1, max: 1_000_000 }) });
const references = fc.array(
  fc.oneof(
    fc.record({
      issuer_nif: maybe(fc.constantFrom('B12345674', 'A12345674')),
      number_serie: fc.stringMatching(/^[!#-&(-;?-~]{1,60}$/),
      issue_date: fc.constantFrom('2025-01-01', '2026-11-01', '2019-02-28', '2024-11-05', '2023-05-05'),
    }),
    byId,
  ),
  { minLength: 1, maxLength: 3 },
);

/** What an invoice of each type needs. */
const kinds: fc.Arbitrary<InvoiceInput> = fc.oneof(
  key(
    fc.record({
      invoice_type: fc.constantFrom('F1', null),
      recipients: fc.array(party, { minLength: 1, maxLength: 3 }),
    }),
    4,
  ),
  key(fc.record({ invoice_type: fc.constantFrom('F2', null) }), 2),
  key(
    fc.record({
      invoice_type: fc.constant('F2'),
      recipients: fc.constant<PartyInput[]>([{ name: 'Ada', not_identified: true, address: 'Calle 1' }]),
    }),
  ),
  key(fc.record({ invoice_type: fc.constant('F3'), recipients: fc.tuple(party), replaces: references })),
  key(
    fc.record({
      invoice_type: fc.constantFrom('R1', 'R2', 'R3', 'R4'),
      recipients: fc.tuple(party),
      coupon: maybe(fc.boolean()),
      rectification: fc.oneof(
        fc.record({ method: fc.constant('differences'), reason: text, invoices: references }),
        // A volume discount names a period instead of invoices.
        fc.record({ method: fc.constant('differences'), reason: text }),
        fc.record({
          method: fc.constant('substitution'),
          reason: text,
          invoices: references,
          rectified_base: decimals(500, 2),
          rectified_tax: decimals(100, 2),
          rectified_surcharge: maybe(decimals(10, 2)),
        }),
        // ImporteRectificacion is computed from the originals.
        fc.record({
          method: fc.constant('substitution'),
          reason: text,
          invoices: fc.array(byId, { minLength: 1, maxLength: 3 }),
        }),
      ),
    }),
    2,
  ),
  key(
    fc.record({
      invoice_type: fc.constant('R5'),
      coupon: maybe(fc.boolean()),
      rectification: fc.record({ method: fc.constant('differences'), reason: text, invoices: references }),
    }),
  ),
);

/**
 * Invoices with rates and surcharges of the past, which refer to invoices of several days by number
 * or id, to a period, or to nothing. Many of them are refused.
 */
export const pastRates: fc.Arbitrary<InvoiceInput> = fc
  .record({
    issuer_nif: fc.constant('B12345674'),
    number_serie: fc.constant('A/1'),
    operation_date: maybe(fc.constantFrom(TODAY, '2024-11-20', '2023-05-05', '2022-08-01', '2020-12-31')),
    period: fc.option(
      fc.constantFrom(
        { start: '2024-10-01', end: '2024-12-31' },
        { start: '2023-01-01', end: '2023-12-31' },
        { start: '2022-07-01', end: '2022-12-31' },
        { start: '2024-07-01', end: '2025-06-30' },
        { end: '2024-11-30' },
      ),
    ),
    recipients: fc.tuple(
      fc.constantFrom<PartyInput>(
        { name: 'Client', document_type: 'nif', document_number: 'A12345674' },
        { name: 'Northern client', document_type: 'eu_vat', document_number: 'XI123456789' },
      ),
    ),
    lines: fc.array(
      fc
        .constantFrom<LineInput>(
          { tax_rate: 0 },
          { tax_rate: 0, equivalence_surcharge_rate: 0 },
          { tax_rate: 0, equivalence_surcharge_rate: 0.26 },
          { tax_rate: 2 },
          { tax_rate: 2, equivalence_surcharge_rate: 0.26 },
          { tax_rate: 5 },
          { tax_rate: 5, equivalence_surcharge_rate: 0.5 },
          { tax_rate: 5, equivalence_surcharge_rate: 0.62 },
          { tax_rate: 7.5, equivalence_surcharge_rate: 1 },
          { tax_rate: 21 },
        )
        .map((taxes) => ({ concept: 'Pan', units: 1, unit_price: 10, ...taxes })),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .chain((common) =>
    fc
      .oneof(
        fc.record({ replaces: references, invoice_type: fc.constant('F3') }),
        fc.record({ rectified_invoice_id: fc.integer({ min: 1, max: 5 }), invoice_type: fc.constant('R1') }),
        fc.record({
          invoice_type: fc.constantFrom('R1', 'R4'),
          rectification: fc.record({
            method: fc.constant('differences'),
            reason: fc.constant('Rápel'),
            invoices: fc.oneof(references, fc.constant(null)),
          }),
        }),
      )
      .map((kind): InvoiceInput => ({ ...common, ...kind })),
  );

/** Invoices of version 2 many of which are accepted, while the others break a rule or two. */
export const nearlyValidV2Inputs: fc.Arbitrary<InvoiceInput> = fc
  .record({
    issuer_nif: fc.constantFrom('B12345674', '12345678Z'),
    number_serie: fc.stringMatching(/^[!#-&(-;?-~]{1,60}$/),
    issue_date: maybe(fc.constantFrom(TODAY, '2026-11-01')),
    operation_date: maybe(fc.constantFrom('2026-10-15', '2024-11-20', '2023-05-05', '2026-11-01')),
    prices_include_tax: maybe(fc.boolean()),
    simplified_qualified: fc.option(fc.boolean(), { freq: 6 }),
    issued_by: fc.option(
      fc.constantFrom(
        { role: 'recipient' },
        { role: 'third_party', name: 'Gestoría Soler', document: { type: 'nif', number: 'B98765431' } },
        {
          role: 'third_party',
          name: 'Ada',
          document: { type: 'passport', number: 'C01', country_code: 'ES' },
        },
      ),
      { freq: 6 },
    ),
    order_reference: maybe(text),
    accounting_reference: maybe(text),
    delivery: maybe(
      fc.record({
        name: maybe(text),
        address: maybe(text),
        postal_code: maybe(text),
        city: maybe(text),
        country_code: fc.constantFrom('FR', 'DE', 'ES'),
      }),
    ),
    payee: maybe(fc.record({ name: text, document_number: maybe(fc.constantFrom('A12345674', 'X-1')) })),
    period: maybe(period),
    prepaid_amount: maybe(decimals(100, 2, 0)),
    payment: maybe(
      fc.record({
        means: maybe(fc.constantFrom(...PAYMENT_MEANS)),
        iban: maybe(fc.constant('ES91 2100 0418 4502 0005 1332')),
        terms: maybe(text),
        reference: maybe(text),
      }),
    ),
    allowances: maybe(allowances),
    charges: maybe(allowances),
    paid: maybe(fc.boolean()),
    isDayStated: fc.boolean(),
    isLevy: fc.boolean(),
    spfe_channel: maybe(fc.constantFrom(...SPFE_CHANNELS)),
    billing_authorisations: maybe(fc.tuple(fc.record({ number: text, description: maybe(text) }))),
    reimbursable_expenses: maybe(
      fc
        .tuple(decimals(50, 2, 1), fc.constantFrom([], [{ description: 'Devuelto', amount: '-0.5' }]))
        .map(([amount, others]) => [{ description: 'Tasa', amount }, ...others]),
    ),
    // An allowance has the tax of lines; a charge may have another one.
    areOfLines: fc.constantFrom(true, true, true, false),
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    metadata: maybe(fc.dictionary(fc.stringMatching(/^[a-z]{1,10}$/), text, { maxKeys: 3 })),
  })
  .map(({ isLevy, ...common }) => ({
    ...common,
    charges: common.charges?.map((charge) => ({ ...charge, tax_code: isLevy ? 'IEP' : null })) ?? null,
  }))
  .map(({ areOfLines, isDayStated, ...common }) => ({
    ...common,
    // A paid invoice may state the day, which is that of the operation.
    ...(common.paid === true &&
      common.operation_date === null &&
      isDayStated && { payment: { ...common.payment, paid_on: common.issue_date ?? TODAY } }),
    ...(areOfLines && {
      allowances: takeTaxes(common.allowances, common.lines),
      charges: takeTaxes(common.charges, common.lines),
    }),
  }))
  .chain((common) =>
    fc
      .tuple(
        kinds,
        fc.oneof(
          key(fc.constant<InvoiceInput>({}), 4),
          key(
            fc.record<InvoiceInput>({ currency: fc.constant('USD'), exchange_rate: decimals(1.05, 5, 0.62) }),
          ),
          key(
            fc.record<InvoiceInput>({
              currency: fc.constant('JPY'),
              exchange_rate: decimals(0.011, 5, 0.005),
            }),
          ),
        ),
        // Works for public bodies and continuous supplies, whose tax falls due after the invoice.
        fc.option(
          fc.record({
            regime: fc.constantFrom('14', '15'),
            date: fc.constantFrom('2027-01-01', '2027-12-31', '2026-11-21'),
            isPure: fc.boolean(),
          }),
          { freq: 5 },
        ),
      )
      .map(([kind, currency, deferred]): InvoiceInput => {
        const regime = <T extends object>(each: T) => ({
          ...each,
          tax_type: 'iva',
          tax_regime: deferred?.regime ?? null,
          tax_operation_key: null,
          tax_exemption_code: null,
          equivalence_surcharge_rate: null,
          tax_country: null,
          tax_rate: 21,
        });
        const sent: InvoiceInput = { ...common, ...kind, ...currency };
        const invoice = currency.currency === 'JPY' ? makeWhole(sent) : sent;
        if (deferred === null) return invoice;
        return {
          ...invoice,
          operation_date: deferred.date,
          lines: (invoice.lines ?? []).map((each): LineInput => ({
            ...each,
            ...regime({}),
            margin: null,
            cost_base: null,
          })),
          allowances: deferred.isPure ? (invoice.allowances ?? []).map(regime) : (invoice.allowances ?? null),
          charges: deferred.isPure ? (invoice.charges ?? []).map(regime) : (invoice.charges ?? null),
        };
      }),
  );
