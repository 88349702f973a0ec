import { readHundredths } from '../../records/decimal.ts';
import type { Rule } from '../../rules/rule.ts';
import { hasAny, type InvoiceCase, type Row } from './case.ts';
import { isSurchargeRate, isSurchargeRateOf, isVatRate } from './rates.ts';
import { isRectification, isSimplified } from './type-rules.ts';

/** Regimes whose base may be a margin. */
const MARGIN = ['03', '05', '09'] as const;
/** Those that need neither rate nor tax: the margins, and what is older than the SII of the taxpayer. */
const RATELESS = [...MARGIN, '16'] as const;
/** Those whose total is not compared with the sum, in the Canary document. */
const LOOSE = [...MARGIN, '06'] as const;
/** ±10.00 € in cents. */
const TOLERANCE = 1000;
/** 3,000.00 € and a margin of 10 €. */
const LARGEST_SIMPLIFIED = 301_000;

/** Rules for rates and for what depends on their presence. S2 has rules of its own. */
export const RATE_RULES: readonly Rule<InvoiceCase>[] = [
  { code: 1173, breaks: (given) => !hasAny(given, ...RATELESS) && charged(given).some(hasNoRate) },
  {
    code: 1172,
    breaks: (given) =>
      !hasAny(given, ...RATELESS) && !isSimplified(given.invoice.type) && charged(given).some(hasNoTax),
  },
  {
    code: 1166,
    breaks: (given) =>
      charged(given).some(({ rate }) => !Number.isNaN(rate) && !isVatRate(rate, rateDay(given))),
  },
  {
    code: 1222,
    breaks: (given) => isMargin(given) && charged(given).some(({ base, rate }) => base === 0 && rate > 0),
  },
  {
    code: 1223,
    breaks: (given) =>
      isMargin(given) &&
      charged(given).some(({ base, tax }) => base === 0 && !Number.isNaN(tax) && tax !== 0),
  },
  {
    code: 1256,
    breaks: (given) => isMargin(given) && charged(given).some((row) => row.base !== 0 && hasNoRate(row)),
  },
  {
    code: 1258,
    breaks: (given) =>
      isMargin(given) &&
      charged(given).some(({ base, rate, tax }) => base !== 0 && rate > 0 && !(Math.abs(tax) > 0)),
  },
  {
    code: 1177,
    breaks: ({ rows }) =>
      rows.some(({ surchargeRate }) => !Number.isNaN(surchargeRate) && !isSurchargeRate(surchargeRate)),
  },
  {
    code: 1198,
    breaks: (given) =>
      given.rows.some(
        ({ surchargeRate }) =>
          !Number.isNaN(surchargeRate) && !isSurchargeRateOf(surchargeRate, rateDay(given)),
      ),
  },
];

/** Rules for amounts. */
export const AMOUNT_RULES: readonly Rule<InvoiceCase>[] = [
  { code: 1233, breaks: (given) => hasAny(given, '06') && given.invoice.baseAtCost === null },
  {
    code: 1234,
    breaks: (given) =>
      hasAny(given, '06') && given.rows.some(({ tax }) => haveOppositeSigns(baseAtCost(given), tax)),
  },
  {
    code: 1235,
    breaks: (given) =>
      hasAny(given, '06') &&
      given.rows.length === 1 &&
      isWrongTax({ ...given.rows[0]!, base: baseAtCost(given) }),
  },
  {
    code: 1238,
    breaks: (given) => charged(given).some(({ rate, tax }) => rate === 0 && tax !== 0 && !Number.isNaN(tax)),
  },
  {
    code: 1236,
    breaks: (given) =>
      isCalculated(given) && charged(given).some(({ base, tax }) => haveOppositeSigns(base, tax)),
  },
  { code: 1237, breaks: (given) => isCalculated(given) && charged(given).some(isWrongTax) },
  {
    code: 1250,
    breaks: (given) => isMargin(given) && given.invoice.total === null,
  },
  {
    code: 1190,
    breaks: ({ invoice, rows }) =>
      isSimplified(invoice.type) && rows.length === 1 && rows[0]!.base === 0 && invoice.total === null,
  },
  {
    code: 1305,
    breaks: ({ invoice, sum }) =>
      invoice.type === 'F2' &&
      sum > LARGEST_SIMPLIFIED &&
      invoice.agreement === null &&
      invoice.unidentified !== 'S',
  },
];

export const AMOUNT_WARNINGS: readonly Rule<InvoiceCase>[] = [
  {
    code: 2025,
    breaks: (given) =>
      given.invoice.total !== null &&
      given.invoice.type !== 'F4' &&
      !hasAny(given, ...LOOSE) &&
      Math.abs(given.total - given.sum) > TOLERANCE,
  },
];

/** The rows in which the issuer charges VAT, or may. */
function charged({ rows }: InvoiceCase): readonly Row[] {
  return rows.filter(({ kind }) => kind !== 'S2');
}

function hasNoRate({ rate }: Row): boolean {
  return Number.isNaN(rate);
}

function hasNoTax({ tax }: Row): boolean {
  return Number.isNaN(tax);
}

function isMargin(given: InvoiceCase): boolean {
  return hasAny(given, ...MARGIN);
}

/**
 * Returns the day whose rates apply. A rectification need not state the day of the original's
 * operation, so that any rate that ever was in force may be right.
 */
function rateDay({ invoice, operationDay, taxDay }: InvoiceCase): number | null {
  return isRectification(invoice.type) && operationDay === null ? null : taxDay;
}

/** Whether AEAT compares the tax with base and rate. */
function isCalculated(given: InvoiceCase): boolean {
  const { type, rectification } = given.invoice;
  return rectification !== 'I' && !['R2', 'R3', 'F4'].includes(type) && !hasAny(given, '06');
}

function haveOppositeSigns(base: number, tax: number): boolean {
  return base * tax < 0;
}

/**
 * The Canary document allows 1 % of a base up to 1,000 €, but at least 10 €, and 10 € otherwise, which
 * is always 10 €.
 */
function isWrongTax({ base, rate, tax }: Row): boolean {
  if (Number.isNaN(rate) || Number.isNaN(tax)) return false;
  return Math.abs(tax - (base * rate) / 10_000) > TOLERANCE;
}

function baseAtCost({ invoice }: InvoiceCase): number {
  return readHundredths(invoice.baseAtCost ?? '');
}
