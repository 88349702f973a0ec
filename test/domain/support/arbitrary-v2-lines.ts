import * as fc from 'fast-check';
import { SECOND_HAND_KINDS, SUPPLIES, TAX_EXEMPTION_CODES } from '../../../src/contracts/codes.ts';
import type { AllowanceInput, InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';

/* Random lines, allowances and periods of version 2. */

/**
 * Generates a decimal of at most `places` decimals as a JSON number or as a string; both mean the
 * same.
 */
export function decimals(most: number, places: number, least = -most): fc.Arbitrary<number | string> {
  const scale = 10 ** places;
  return fc
    .tuple(fc.integer({ min: least * scale, max: most * scale }), fc.boolean())
    .map(([scaled, isText]) => {
      const text = (scaled / scale).toFixed(places);
      return isText ? text : Number(text);
    });
}

export const text = fc
  .string({ unit: 'grapheme-composite', minLength: 1, maxLength: 30 })
  .filter((each) => each.trim() !== '');
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2 });

const SURCHARGES: readonly (readonly [number, number])[] = [
  [21, 5.2],
  [21, 1.75],
  [10, 1.4],
  [4, 0.5],
  [0, 0.26],
];

export const key = <T>(arbitrary: fc.Arbitrary<T>, weight = 1) => ({ arbitrary, weight });

/** The taxes of a line, also of an allowance unless they need a member that only lines have. */
const commonTaxes: fc.Arbitrary<LineInput> = fc.oneof(
  key(fc.record({ tax_rate: fc.constantFrom(0, 4, 10, '21', 21) }), 5),
  key(
    fc.constantFrom(...SURCHARGES).map(([tax, surcharge]) => ({
      tax_rate: tax,
      equivalence_surcharge_rate: surcharge,
    })),
    2,
  ),
  key(
    fc.record({
      tax_type: fc.constant('oss'),
      tax_country: fc.constantFrom('FR', 'DE', 'GR', 'XI'),
      tax_rate: fc.constantFrom(5.5, '20', 21),
    }),
  ),
  key(fc.record({ tax_type: fc.constant('others'), tax_rate: decimals(20, 2, 0) })),
  key(fc.record({ tax_type: fc.constant('igic'), tax_rate: fc.constantFrom(0, '3', 6.5, 7, '9.50', 15) })),
  key(fc.record({ tax_type: fc.constant('psi'), tax_rate: fc.constantFrom(0.5, '1', 4, 8, 10) })),
  key(
    fc.record({
      tax_type: fc.constantFrom('igic', 'psi'),
      tax_regime: fc.constantFrom('01', '02', '08', '11', '17', '18', '19', '20', '21'),
      tax_exemption_code: maybe(fc.constantFrom(...TAX_EXEMPTION_CODES, 'E7', 'E8')),
      tax_rate: maybe(fc.constantFrom(0, 3, 7)),
    }),
  ),
  key(fc.record({ tax_operation_key: fc.constantFrom('S2', 'N1', 'N2') })),
  key(fc.record({ tax_regime: fc.constantFrom('04', '08', '10', '17') })),
  key(
    fc.record({
      tax_regime: fc.constantFrom('07', '09', '11', '18', '19', '20'),
      tax_rate: fc.constantFrom(4, 21),
    }),
  ),
  key(
    fc.record({
      tax_regime: fc.constantFrom('01', '02'),
      tax_exemption_code: fc.constantFrom('E1', 'E2', 'E5', 'E6'),
    }),
  ),
);
const lineTaxes: fc.Arbitrary<LineInput> = fc.oneof(
  key(commonTaxes, 6),
  key(
    fc.record({
      tax_regime: fc.constantFrom('03', '05'),
      tax_rate: fc.constantFrom(4, 10, 21),
      // A percentage of the price; `setMargin` makes it an amount.
      margin: fc.constantFrom(0, 1, 33, 99, 100),
    }),
  ),
  key(
    fc.record({
      tax_regime: fc.constant('03'),
      tax_rate: fc.constantFrom(10, 21),
      margin: decimals(500, 2),
      second_hand_kind: maybe(fc.constantFrom(...SECOND_HAND_KINDS)),
    }),
  ),
  key(
    fc.record({
      tax_regime: fc.constant('11'),
      tax_rate: fc.constantFrom(4, 21),
      property: fc.constantFrom(
        { situation: 1, cadastral_reference: '9872023VH5797S0001WX' },
        { situation: '2', cadastral_reference: '310000000001673423GU' },
        { situation: 3 },
        { situation: '4', cadastral_reference: null },
      ),
    }),
  ),
  key(
    fc.record({
      tax_regime: fc.constant('06'),
      tax_rate: fc.constantFrom(10, 21),
      cost_base: decimals(500, 2, 0),
    }),
  ),
);

export const period = fc.constantFrom(
  { start: '2026-10-01', end: '2026-10-31' },
  { start: '2026-10-01' },
  { end: '2026-11-01', start: null },
  { start: '2026-09-15', end: '2026-10-15' },
);

export const line: fc.Arbitrary<LineInput> = fc
  .record({
    concept: fc.oneof(fc.constant('Servicio & <material> ]]>'), text),
    units: fc.oneof(fc.constantFrom(1, 2, '3'), decimals(40, 3)),
    unit_price: fc.oneof(decimals(900, 2), decimals(50, 6)),
    discount_percent: maybe(decimals(100, 2, 0)),
    income_tax_withholding_rate: maybe(fc.constantFrom(0, 7, 15, '19')),
    unit_code: maybe(fc.constantFrom('C62', 'HUR', 'KGM')),
    item_code: maybe(text),
    gtin: maybe(fc.constantFrom('4006381333931', '96385074')),
    order_line_reference: maybe(text),
    period: maybe(period),
    supply: maybe(fc.constantFrom(...SUPPLIES)),
    allowances: maybe(
      fc.array(
        fc.oneof(
          fc.record({ reason: text, amount: decimals(5, 2, 0) }),
          fc.record({ reason: text, percent: decimals(100, 2, 0) }),
        ),
        { maxLength: 3 },
      ),
    ),
    charges: maybe(
      fc.array(
        fc.oneof(
          fc.record({ reason: text, amount: decimals(5, 2, 0) }),
          fc.record({ reason: text, percent: decimals(100, 2, 0) }),
        ),
        { maxLength: 2 },
      ),
    ),
  })
  .chain((common) =>
    fc.tuple(lineTaxes, fc.integer({ min: 1, max: 3 }), fc.boolean()).map(([tax, units, isNamed]) => {
      const isWithheld = Number(common.income_tax_withholding_rate ?? 0) > 0;
      // Every issuer may have the concept 11.
      const sold = { ...common, ...tax, ...(isWithheld && isNamed && { withholding_concept: '11' }) };
      const isOnMargin = tax.tax_regime === '03' || tax.tax_regime === '05';
      if (!isOnMargin) return sold;
      // A withholding needs an amount without tax, which a margin line does not have.
      return setMargin(
        { ...sold, units, income_tax_withholding_rate: null, withholding_concept: null },
        Number(tax.margin),
      );
    }),
  );

/**
 * Returns a line without discounts whose margin is a percentage of its price.
 * @param sold one with an integer as its units.
 */
function setMargin(sold: LineInput, percent: number): LineInput {
  const price = Number(Number(sold.unit_price).toFixed(2));
  const margin = (Math.trunc((price * 100 * Number(sold.units) * percent) / 100) / 100).toFixed(2);
  return { ...sold, unit_price: price, discount_percent: null, allowances: null, charges: null, margin };
}

const truncate = (value: number | string | null | undefined) =>
  value === null || value === undefined ? null : Math.trunc(Number(value));

/** Returns an invoice whose amounts are whole numbers, as a currency without decimals needs. */
export function makeWhole(invoice: InvoiceInput): InvoiceInput {
  return {
    ...invoice,
    prices_include_tax: null,
    reimbursable_expenses: null,
    prepaid_amount: truncate(invoice.prepaid_amount),
    allowances: (invoice.allowances ?? []).map(wholeAllowance),
    charges: (invoice.charges ?? []).map(wholeAllowance),
    lines: (invoice.lines ?? []).map((each) => {
      const [units, price] = [truncate(each.units)!, truncate(each.unit_price)!];
      const none = { discount_percent: null, allowances: null, charges: null };
      const cost_base = truncate(each.cost_base);
      const margin = (each.margin ?? null) === null ? null : units * price;
      return { ...each, ...none, units, unit_price: price, cost_base, margin };
    }),
  };
}

function wholeAllowance(each: AllowanceInput): AllowanceInput {
  return { ...each, percent: null, amount: truncate(each.amount ?? each.percent) };
}

export const allowances = fc.array(
  fc
    .oneof(
      fc.record({ reason: text, amount: decimals(20, 2, 0) }),
      fc.record({
        reason: text,
        percent: decimals(50, 2, 0),
        supply: maybe(fc.constantFrom(...SUPPLIES)),
      }),
    )
    .chain((common) => commonTaxes.map((tax): AllowanceInput => ({ ...common, ...tax }))),
  { maxLength: 2 },
);

const TAX_MEMBERS: ReadonlySet<string> = new Set([
  'tax_type',
  'tax_regime',
  'tax_operation_key',
  'tax_exemption_code',
  'tax_rate',
  'tax_country',
  'equivalence_surcharge_rate',
] satisfies (keyof LineInput & keyof AllowanceInput)[]);

/**
 * Gives each allowance or charge the tax of another line, as far as that tax needs no member that
 * only lines have.
 */
export function takeTaxes(
  parts: readonly AllowanceInput[] | null,
  lines: readonly LineInput[],
): AllowanceInput[] | null {
  const taxes = lines
    .filter(({ margin, cost_base: costBase }) => margin === undefined && costBase === undefined)
    .map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => TAX_MEMBERS.has(name))));
  return (
    parts &&
    parts.slice(0, taxes.length).map((part, index): AllowanceInput => {
      const others = Object.entries(part).filter(([name]) => !TAX_MEMBERS.has(name));
      return { ...Object.fromEntries(others), ...taxes[index]! };
    })
  );
}
