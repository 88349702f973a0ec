import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { divideByKind } from '../mentions/fiscal-key.ts';
import { formatCents, readCents, roundDivision, scaleDecimal } from '../money/decimals.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { NotExpressible } from './refusal.ts';
import { treatTax, type TaxTreatment } from './tax-treatment.ts';
import type { CategoryAndRate, DocumentAllowanceOrCharge, Line, VatBreakdown } from './terms.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/** The groups of a document that have one category and rate. Amounts are in cents. */
type Sum = {
  readonly tax: CategoryAndRate;
  base: bigint;
  charged: bigint;
  readonly reasons: Set<string>;
  readonly codes: Set<string | undefined>;
};

/** Identifies the breakdown to which a line, an allowance or a charge belongs. */
const nameKey = ({ category, rate = '' }: CategoryAndRate) => `${category} ${rate}`;

/**
 * Builds BG-23: one for each category and rate. Several tax groups of the document may have the
 * same, for example of regimes 01 and 07; their taxes are added, so BR-CO-14 is exact. The reasons
 * are joined, and the code is stated if all groups have the same.
 */
export function buildBreakdown({ groups, lines, recipient }: InvoiceDocument): VatBreakdown[] {
  const sums = new Map<string, Sum>();
  for (const group of groups) {
    const treatments = divideByKind(group, lines).map((key) => treatTax(key, recipient));
    addGroup(sums, group, treatments);
  }
  return [...sums.values()].map(({ tax, base, charged, reasons, codes }) => {
    const [code] = codes;
    return {
      'BT-116': formatCents(base),
      'BT-117': formatCents(charged),
      tax,
      ...(reasons.size > 0 && { 'BT-120': [...reasons].join(' ') }),
      ...(codes.size === 1 && code !== undefined && { 'BT-121': code }),
    };
  });
}

/** @param treatments one for each kind of goods, which have the same category and rate. */
function addGroup(sums: Map<string, Sum>, group: TaxGroup, treatments: readonly TaxTreatment[]): void {
  const { tax } = treatments[0]!;
  const key = nameKey(tax);
  const sum = sums.get(key) ?? { tax, base: 0n, charged: 0n, reasons: new Set(), codes: new Set() };
  sums.set(key, sum);
  const { base, charged } = readCharge(group);
  sum.base += base;
  sum.charged += charged;
  for (const { reason, vatex } of treatments) {
    if (reason !== undefined) sum.reasons.add(reason);
    sum.codes.add(vatex);
  }
}

/**
 * The tax on a margin is part of the amount, because it may not be shown. The recargo de
 * equivalencia and foreign VAT are charged.
 */
function readCharge(group: TaxGroup): { readonly base: bigint; readonly charged: bigint } {
  const { base, tax, surcharge = '0.00', foreignTax = '0.00', price } = group;
  if (isTaxedOnMargin(group) && group.operationKey === 'S1')
    return { base: price === undefined ? readCents(base) + readCents(tax) : readCents(price), charged: 0n };
  return { base: readCents(base), charged: readCents(tax) + readCents(surcharge) + readCents(foreignTax) };
}

const CENT_OF_PERCENT = 10n ** 8n;
const RATE_DECIMALS = 6;
/** BR-CO-17 and BR-S-09 accept a tax that differs by less than one unit of the currency. */
const TOLERANCE = 100n;
const HALF_UNIT = 50n;
const HALF_PERCENT = 500_000n;

/**
 * Checks the rules that a document can break, although its amounts are right: another tax than base
 * × rate (regime 06), and categories that exclude each other.
 * @throws NotExpressible with the rule.
 */
export function checkBreakdown(
  breakdown: readonly VatBreakdown[],
  lines: readonly Pick<Line, 'tax' | 'BT-131'>[],
  allowances: readonly DocumentAllowanceOrCharge[],
): void {
  if (breakdown.length > 1 && breakdown.some(({ tax }) => tax.category === 'O')) {
    throw new NotExpressible('BR-O-11', formatMessage('not_subject_beside_others'), 'lines');
  }
  for (const { 'BT-116': base, 'BT-117': charged, tax } of breakdown) {
    const rate = scaleDecimal(tax.rate ?? '0', RATE_DECIMALS);
    const expected = roundDivision(readCents(base) * rate, CENT_OF_PERCENT);
    const cents = readCents(charged);
    const difference = cents - expected;
    // The official rule expects no tax if the rate, rounded to an integer, is 0.
    const isWrongZero = rate < HALF_PERCENT && (cents < -HALF_UNIT || cents >= HALF_UNIT);
    if (difference >= TOLERANCE || difference <= -TOLERANCE || isWrongZero) {
      throw new NotExpressible(
        'BR-CO-17',
        formatMessage('tax_not_of_rate', { tax: charged, rate: tax.rate ?? '0', base }),
        'lines',
      );
    }
  }
  checkBases(breakdown, lines, allowances);
}

/**
 * Checks that the lines, less allowances and plus charges, add up to the bases (BR-S-08 and its
 * counterparts).
 */
function checkBases(
  breakdown: readonly VatBreakdown[],
  lines: readonly Pick<Line, 'tax' | 'BT-131'>[],
  allowances: readonly DocumentAllowanceOrCharge[],
): void {
  const sums = new Map<string, bigint>();
  const add = (tax: CategoryAndRate, cents: bigint) =>
    sums.set(nameKey(tax), (sums.get(nameKey(tax)) ?? 0n) + cents);
  for (const { tax, 'BT-131': net } of lines) add(tax, readCents(net));
  for (const { tax, amount, isCharge } of allowances)
    add(tax, isCharge ? readCents(amount) : -readCents(amount));
  const wrong = breakdown.find(({ tax, 'BT-116': base }) => sums.get(nameKey(tax)) !== readCents(base));
  if (wrong !== undefined || sums.size !== breakdown.length) {
    throw new NotExpressible(
      'BR-S-08',
      formatMessage('lines_differ_from_base', {
        base: wrong?.['BT-116'] ?? '',
        category: wrong?.tax.category ?? '',
      }),
      'lines',
    );
  }
}
