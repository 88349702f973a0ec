import * as fc from 'fast-check';
import { CHARGE_TAXES } from '../../../src/contracts/codes.ts';
import { SPFE_CHANNELS } from '../../../src/contracts/spfe.ts';
import type {
  DocumentAllowance,
  DocumentLine,
  InvoiceDocument,
} from '../../../src/contracts/invoice-document.ts';
import { formatCents, readCents } from '../../../src/domain/money/decimals.ts';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import { compact, documentTypes, optional, personName, recipient, token } from './arbitrary-parties.ts';
import { arbitraryProfiles } from './arbitrary-profiles.ts';
import { buildAllowance, buildLine, buildPrintable } from './build-invoice.ts';

/*
 * Invoices with every optional member of a document, in any combination, including those that the
 * rules of the domain refuse: the page must show whatever a document contains.
 */

/** A margin with tax, whose digits no other amount has. */
export const MARGIN = '7316.87';

const reason = fc.oneof(
  token,
  token.map((word) => `Descuento ${word} por volumen de compras del segundo semestre`),
  token.map((word) => `خصم ${word}`),
  token.map((word) => `${'W'.repeat(80)} ${word}`),
);
const amount = fc.integer({ min: 1, max: 99_999 }).map((n) => `${n}.00`);
const date = fc.constantFrom('2026-10-01', '2026-10-31', '2026-12-20', '2027-01-31');
const period = fc.record({ start: fc.option(date), end: fc.option(date) });

type Key = Pick<
  DocumentLine,
  | 'taxType'
  | 'regime'
  | 'operationKey'
  | 'exemptionCode'
  | 'rate'
  | 'surchargeRate'
  | 'taxCountry'
  | 'foreignRate'
>;

const S1 = { operationKey: 'S1', exemptionCode: null } as const;
const keys = fc.constantFrom<Key>(
  { taxType: 'iva', regime: '01', ...S1, rate: '21', surchargeRate: '5.2' },
  { taxType: 'iva', regime: '01', ...S1, rate: '10', surchargeRate: '1.4' },
  { taxType: 'iva', regime: '01', ...S1, rate: '21' },
  { taxType: 'iva', regime: '07', ...S1, rate: '4' },
  { taxType: 'iva', regime: '01', operationKey: null, exemptionCode: 'E1', rate: null },
  { taxType: 'iva', regime: '01', operationKey: 'S2', exemptionCode: null, rate: '0' },
  { taxType: 'igic', regime: '01', ...S1, rate: '7' },
  { taxType: 'igic', regime: '17', operationKey: null, exemptionCode: 'E1', rate: null },
  { taxType: 'igic', regime: '18', operationKey: null, exemptionCode: 'E7', rate: null },
  { taxType: 'igic', regime: '21', ...S1, rate: '3' },
  { taxType: 'psi', regime: '20', ...S1, rate: '4' },
  { taxType: 'psi', regime: '01', operationKey: null, exemptionCode: 'E4', rate: null },
  ...(['FR', 'DE'] as const).map((taxCountry): Key => ({
    taxType: 'oss',
    regime: '17',
    operationKey: 'N2',
    exemptionCode: null,
    rate: null,
    taxCountry,
    foreignRate: taxCountry === 'FR' ? '5.5' : '19',
  })),
);

const details: fc.Arbitrary<Partial<DocumentLine>> = fc
  .record({
    unitCode: optional(fc.constantFrom('C62', 'HUR', 'KGM', 'MON', 'XYZ')),
    itemCode: optional(token),
    gtin: optional(fc.constantFrom('8412345678905', '4006381333931')),
    buyerItemCode: optional(token),
    orderLineReference: optional(token),
    period: optional(period),
    supply: optional(fc.constantFrom('goods', 'services')),
    withholdingConcept: optional(fc.constantFrom('01', '11')),
    property: optional(fc.record({ situation: fc.constant('1'), cadastralReference: token })),
    allowances: optional(
      fc.array(fc.record({ reason, percent: fc.option(fc.constantFrom('2', '7.5')), amount }), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    charges: optional(
      fc.array(fc.record({ reason, percent: fc.option(fc.constantFrom('4', '1.75')), amount }), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
  })
  .map(compact<Partial<DocumentLine>>);

const figures = fc.record({
  units: fc.constantFrom('1', '3', '-2', '0.5', '12.345678'),
  unitPrice: fc.constantFrom('100', '8.5', '1234567.891234', '79999999999.99', '0.000001'),
  discountPercent: fc.option(fc.constantFrom('5', '12.25')),
  withholdingRate: fc.option(fc.constantFrom('15', '19')),
  notes: fc.option(token),
});

const taxed = fc
  .tuple(keys, figures, details)
  .map(([key, figure, more]): DocumentLine => buildLine({ ...figure, ...more, ...key }));
/** Lines with a margin, and lines of a group of entities with a base at cost. */
const kinds = fc.constantFrom('art', 'collectors_items', 'used_goods', null);
const special = fc
  .tuple(fc.constantFrom('03', '05', '06'), kinds, details)
  .map(([regime, kind, more]): DocumentLine =>
    buildLine({
      ...more,
      regime,
      rate: '21',
      unitPrice: '9680',
      ...(regime === '06' ? { costBase: '501.23' } : { margin: MARGIN }),
      ...(regime === '03' && kind !== null && { secondHandKind: kind }),
    }),
  );

/** Adds the amounts with tax to a line or an allowance of an invoice whose prices include it. */
function withGross<T extends Key & { readonly costBase?: string }>(
  part: T,
  net: string,
): T & { grossAmount: string } {
  const { rate, foreignRate, surchargeRate, costBase } = part;
  // The tax on a base at cost is added to the price, and a price contains the tax on its margin.
  if (costBase !== undefined || 'margin' in part) return { ...part, grossAmount: net };
  const factor = 1 + (Number(foreignRate ?? rate ?? 0) + Number(surchargeRate ?? 0)) / 100;
  return { ...part, grossAmount: (Number(net) * factor).toFixed(2) };
}

const documentAllowance: fc.Arbitrary<DocumentAllowance> = fc
  .record({
    isCharge: fc.boolean(),
    reason,
    percent: fc.option(fc.constantFrom('3', '1.25')),
    amount,
    key: keys,
    supply: optional(fc.constantFrom('goods', 'services')),
    taxCode: optional(fc.constantFrom(...CHARGE_TAXES)),
  })
  .map(({ key, supply, taxCode, ...rest }) => {
    const { surchargeRate: _none, ...plain } = buildAllowance(rest);
    return compact<DocumentAllowance>({ ...plain, ...key, supply, taxCode });
  });

const identification = fc.record({
  issuerNif: fc.constantFrom('B12345674', 'A12345674'),
  number: fc.oneof(
    token,
    token.map((word) => `${'W'.repeat(45)}${word}`),
  ),
  issueDate: date,
});
const identifications = fc.array(identification, { minLength: 1, maxLength: 30, size: 'max' });
/** A volume discount names a period instead of invoices. */
const rectifiedOnes = fc.oneof(
  { weight: 5, arbitrary: identifications },
  fc.array(identification, { maxLength: 0 }),
);

const rectification = fc
  .record({
    method: fc.constantFrom('differences', 'substitution'),
    reason,
    invoices: rectifiedOnes,
    replaced: optional(
      fc
        .record({ base: amount, tax: amount, surcharge: optional(amount) })
        .map(compact<{ base: string; tax: string; surcharge?: string }>),
    ),
  })
  .map(compact<NonNullable<InvoiceDocument['rectification']>>);

const issuedBy = fc.oneof(
  fc.constant({
    role: 'recipient' as const,
    name: null,
    documentType: null,
    documentNumber: null,
    countryCode: null,
  }),
  fc.record({
    role: fc.constant('third_party' as const),
    name: token,
    documentType: documentTypes,
    documentNumber: token,
    countryCode: fc.option(fc.constantFrom('FR', 'ES')),
  }),
);

const references = fc
  .record({
    buyer: optional(token),
    order: optional(token),
    contract: optional(token),
    deliveryNotes: optional(fc.array(token, { minLength: 1, maxLength: 20 })),
    project: optional(token),
    accounting: optional(token),
  })
  .map(compact<NonNullable<InvoiceDocument['references']>>);

const delivery = fc.record({
  name: fc.option(token),
  address: fc.option(token),
  postalCode: fc.option(token),
  city: fc.option(token),
  countryCode: fc.constantFrom('FR', 'ES', 'XI'),
});

const payment = fc
  .record({
    iban: fc.option(fc.constantFrom('ES9121000418450200051332', 'MT84MALT011000012345MTLCAST001S')),
    bic: fc.option(fc.constant('CAIXESBBXXX')),
    mandateReference: fc.option(token),
    creditorId: fc.option(token),
    terms: fc.option(reason),
    reference: optional(token),
    paidOn: optional(date),
    due: fc.array(fc.record({ date, amount }), { maxLength: 12, size: 'max' }),
  })
  .map(compact<NonNullable<InvoiceDocument['payment']>>);

/** The types that state other invoices, and the others. */
const related = fc.oneof(
  fc.constantFrom<Partial<InvoiceDocument>>({ type: 'F1' }, { type: 'F2', simplifiedQualified: true }),
  identifications.map((replaces): Partial<InvoiceDocument> => ({ type: 'F3', replaces })),
  fc
    .tuple(fc.constantFrom('R1', 'R2', 'R4', 'R5'), rectification, optional(fc.constant(true as const)))
    .map(([type, one, coupon]) => compact<Partial<InvoiceDocument>>({ type, rectification: one, coupon })),
);

const foreignMoney = fc.constantFrom(
  {},
  { currency: 'USD', exchangeRate: '0.925926' },
  { currency: 'KRW', exchangeRate: '0.00068' },
);

/** Printable invoices with optional members of version 2. */
export const arbitraryPrintables: fc.Arbitrary<PrintableInvoice> = fc
  .record({
    lines: fc.array(fc.oneof({ weight: 4, arbitrary: taxed }, special), {
      minLength: 1,
      maxLength: 25,
      size: 'max',
    }),
    isGross: fc.boolean(),
    allowances: optional(fc.array(documentAllowance, { minLength: 1, maxLength: 8 })),
    issuer: optional(fc.record({ nif: fc.constant('12345678Z'), name: token, personName })),
    recipient: fc.option(recipient),
    otherRecipients: optional(fc.array(recipient, { minLength: 1, maxLength: 9 })),
    issuedBy: optional(issuedBy),
    references: optional(references),
    period: optional(period),
    delivery: optional(delivery),
    payment: optional(payment),
    payee: optional(fc.record({ name: token, documentNumber: fc.option(token) })),
    prepaid: optional(amount),
    billingAuthorisations: optional(fc.tuple(fc.record({ number: token, description: fc.option(token) }))),
    spfeChannel: optional(fc.constantFrom(...SPFE_CHANNELS)),
    reimbursableExpenses: optional(
      fc.array(fc.record({ description: token, amount }), { minLength: 1, maxLength: 3 }),
    ),
    paymentMethod: fc.constantFrom(null, 'direct_debit', 'bank_transfer'),
    operationDate: fc.option(date),
    paid: fc.option(fc.boolean()),
    related,
    foreignMoney,
    issuerProfile: arbitraryProfiles,
    isDraft: optional(fc.constant(true as const)),
  })
  .map(
    ({
      lines,
      isGross,
      allowances,
      related: about,
      foreignMoney: money,
      prepaid,
      issuerProfile,
      isDraft,
      ...rest
    }) => {
      const { reimbursableExpenses: expenses } = rest;
      const grossOf = <T extends Key>(part: T, net: string): T => (isGross ? withGross(part, net) : part);
      return buildPrintable(
        compact<Parameters<typeof buildPrintable>[0] & object>({
          ...rest,
          ...about,
          ...money,
          lines: lines.map((line) => grossOf(line, line.netAmount)),
          allowances: allowances?.map((one) => grossOf(one, one.amount)),
          pricesIncludeTax: isGross ? true : undefined,
          totals: {
            ...(prepaid !== undefined && { prepaid }),
            ...(expenses !== undefined && {
              reimbursableExpenses: formatCents(
                expenses.reduce((sum, each) => sum + readCents(each.amount), 0n),
              ),
            }),
          },
        }),
        { issuerProfile, ...(isDraft === true && { isDraft }) },
      );
    },
  );
