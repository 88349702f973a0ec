import { roundDivision, shareOut } from '../money/decimals.ts';
import type { Operation } from '../tax/classify-operation.ts';
import type { Charges } from './read-charges.ts';

/**
 * 100 % in hundredths of a per cent, which divides the product of cents and a rate, to give cents.
 */
const WHOLE = 100_00n;
/** Euros per unit of a currency have 10 decimals. */
export const EXCHANGE_DECIMALS = 10;
export const EXCHANGE_UNIT = 10n ** BigInt(EXCHANGE_DECIMALS);

/** The amounts of a tax group, in cents. */
export type Charge = {
  readonly base: bigint;
  readonly tax: bigint;
  readonly surcharge: bigint;
  readonly foreignTax: bigint;
  /** BaseImponibleACoste; null unless the regime is 06. */
  readonly costBase: bigint | null;
  /** Full price with tax of a group that is taxed on a stated margin; otherwise null. */
  readonly price: bigint | null;
};

export type ChargedGroup = Charge &
  Operation &
  Pick<Charges, 'registeredRate' | 'surchargeRate' | 'foreign'> & {
    /** The same amounts in euros; null if the invoice is in euros. */
    readonly euro: Charge | null;
  };

/** The sums of a tax group, in cents. Allowances count as negative, charges as positive. */
export type GroupSums = {
  /** A line, an allowance or a charge of the group, which has its fiscal key and its rates. */
  readonly first: Operation & Charges;
  amount: bigint;
  /** null if no line of the group states a margin, or a base at cost. */
  margin: bigint | null;
  costBase: bigint | null;
};

/**
 * Computes the charge of one tax group from its sums.
 *
 * - Normally the base is the sum of the amounts, and the tax is base × rate, rounded once.
 * - With prices that include tax, the sum is what the customer pays; the tax is sum × rate ÷ (100 +
 *   all rates), rounded once, and the base is the rest.
 * - With margins (LIVA arts. 137 and 145) base and tax are those of the sum of the margins, which
 *   contain the tax; the price is the sum of the amounts, and nothing is added to it.
 * - With a base at cost (LIVA art. 163 octies) the tax is computed from the sum of those bases.
 * @param unit the smallest unit of the currency in cents, to which taxes are rounded.
 */
export function chargeGroup(
  { first, amount, margin, costBase }: GroupSums,
  pricesIncludeTax: boolean,
  unit: bigint,
): ChargedGroup {
  const rate = first.foreign === null ? first.rate : first.foreign.rate;
  const surchargeRate = first.surchargeRate ?? 0n;
  if (margin !== null) {
    const tax = partOf(margin, rate, WHOLE + rate, unit);
    return build(first, { base: margin - tax, tax, price: amount });
  }
  if (costBase !== null) return build(first, { base: amount, tax: at(costBase, rate, unit), costBase });
  if (!pricesIncludeTax) {
    const surcharge = surchargeRate === 0n ? 0n : at(amount, surchargeRate, unit);
    return build(first, { base: amount, tax: at(amount, rate, unit), surcharge });
  }
  const all = WHOLE + rate + surchargeRate;
  const tax = partOf(amount, rate, all, unit);
  const surcharge = partOf(amount, surchargeRate, all, unit);
  return build(first, { base: amount - tax - surcharge, tax, surcharge });
}

function build(
  first: GroupSums['first'],
  charge: Pick<Charge, 'base' | 'tax'> & Partial<Pick<Charge, 'surcharge' | 'costBase' | 'price'>>,
): ChargedGroup {
  const { taxType, regime, operationKey, exemptionCode, registeredRate, surchargeRate, foreign } = first;
  const { base, tax, surcharge = 0n, costBase = null, price = null } = charge;
  return {
    taxType,
    regime,
    operationKey,
    exemptionCode,
    registeredRate,
    surchargeRate,
    foreign,
    base,
    tax: foreign === null ? tax : 0n,
    surcharge,
    foreignTax: foreign === null ? 0n : tax,
    costBase,
    price,
    euro: null,
  };
}

/**
 * Shares the base of a group with prices that include tax among its parts: each net amount is its
 * exact share, rounded by largest remainder, so that they add up to the base (EN 16931 BR-CO-10).
 * @param amounts amounts with tax in cents, negative for allowances.
 */
export function shareBase(group: ChargedGroup, rate: bigint, amounts: readonly bigint[]): bigint[] {
  if (group.price !== null || group.costBase !== null) return [...amounts];
  const all = WHOLE + rate + (group.surchargeRate ?? 0n);
  // Exact net amounts in units of 1/(2 × all) cents, so that the unit is even.
  const exact = amounts.map((amount) => amount * 2n * WHOLE);
  return shareOut(exact, 2n * all, group.base);
}

/**
 * Converts the amounts of a group to euros, each rounded once.
 * @param exchangeRate euros per unit of the currency, in units of 10^-10.
 */
export function toEuros(charge: Charge, exchangeRate: bigint): Charge {
  const convert = (cents: bigint) => roundDivision(cents * exchangeRate, EXCHANGE_UNIT);
  const { base, tax, surcharge, foreignTax, costBase, price } = charge;
  return {
    base: convert(base),
    tax: convert(tax),
    surcharge: convert(surcharge),
    foreignTax: convert(foreignTax),
    costBase: costBase === null ? null : convert(costBase),
    price: price === null ? null : convert(price),
  };
}

/** Returns sum × part ÷ whole, rounded once. The factor 2 makes the divisor even. */
function partOf(sum: bigint, part: bigint, whole: bigint, unit: bigint): bigint {
  return roundDivision(sum * part * 2n, whole * 2n * unit) * unit;
}

/** Returns base × rate, rounded once. */
function at(base: bigint, rate: bigint, unit: bigint): bigint {
  return roundDivision(base * rate, WHOLE * unit) * unit;
}
