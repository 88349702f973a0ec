import { roundDivision, shareOut } from '../money/decimals.ts';
import type { ReadAllowance } from './read-allowances.ts';
import type { ReadLine } from './read-line.ts';

/** 100 % in hundredths of a per cent, which divides the product of cents and a rate, to give cents. */
const WHOLE = 100_00n;
/** Euros per unit of a currency have 10 decimals. */
export const EXCHANGE_DECIMALS = 10;
const EXCHANGE_UNIT = 10n ** BigInt(EXCHANGE_DECIMALS);

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
  Pick<
    ReadLine,
    'taxType' | 'regime' | 'operationKey' | 'exemptionCode' | 'registeredRate' | 'surchargeRate' | 'foreign'
  > & {
    /** The same amounts in euros; null if the invoice is in euros. */
    readonly euro: Charge | null;
  };

/**
 * Computes the charge of one tax group.
 *
 * - Normally the base is the sum of the amounts, and the tax is base × rate, rounded once.
 * - With prices that include tax, the sum is what the customer pays; the tax is sum × rate ÷ (100 + all rates), rounded once, and the base is the
 *   rest. Net amounts are shares of the base by largest remainder, so they add up to it (EN 16931 BR-CO-10).
 * - With margins (LIVA arts. 137 and 145) base and tax are those of the sum of the margins, which contain the tax; the price is the sum of the
 *   amounts, and nothing is added to it.
 * - With a base at cost (LIVA art. 163 octies) the tax is computed from the sum of those bases.
 * @param lines at least one line, or at least one allowance or charge, of one tax group.
 * @returns the group, and the net amounts of the lines and then of the allowances and charges, in their order.
 */
export function chargeGroup(
  lines: readonly ReadLine[],
  allowances: readonly ReadAllowance[],
  pricesIncludeTax: boolean,
): { group: ChargedGroup; nets: readonly bigint[] } {
  const first = lines[0] ?? allowances[0]!;
  const { taxType, regime, operationKey, exemptionCode, registeredRate, surchargeRate, foreign } = first;
  const key = { taxType, regime, operationKey, exemptionCode, registeredRate, surchargeRate, foreign };
  const amounts = [...lines.map(({ amount }) => amount), ...allowances.map(({ amount }) => amount)];
  const signs = [...lines.map(() => 1n), ...allowances.map(({ isCharge }) => (isCharge ? 1n : -1n))];
  const sum = amounts.reduce((total, amount, place) => total + amount * signs[place]!, 0n);
  const margins = lines.flatMap(({ margin }) => (margin === null ? [] : [margin]));
  const costs = lines.flatMap(({ costBase }) => (costBase === null ? [] : [costBase]));
  const rate = foreign?.rate ?? first.rate;
  const surcharge = surchargeRate ?? 0n;
  const at = (base: bigint, per: bigint) => roundDivision(base * per, WHOLE);
  const build = (charge: Partial<Charge> & Pick<Charge, 'base'>): ChargedGroup => {
    const { tax: charged = 0n } = charge;
    const taxes = foreign === null ? { tax: charged, foreignTax: 0n } : { tax: 0n, foreignTax: charged };
    return { ...key, surcharge: 0n, costBase: null, price: null, euro: null, ...charge, ...taxes };
  };
  if (margins.length > 0) {
    const margin = add(margins);
    const tax = partOf(margin, rate, WHOLE + rate);
    return { group: build({ base: margin - tax, tax, price: sum }), nets: amounts };
  }
  if (costs.length > 0) {
    const costBase = add(costs);
    return { group: build({ base: sum, tax: at(costBase, rate), costBase }), nets: amounts };
  }
  if (!pricesIncludeTax) {
    const group = build({ base: sum, tax: at(sum, rate), surcharge: at(sum, surcharge) });
    return { group, nets: amounts };
  }
  const all = WHOLE + rate + surcharge;
  const tax = partOf(sum, rate, all);
  const charged = partOf(sum, surcharge, all);
  const base = sum - tax - charged;
  // Exact net amounts in units of 1/(2 × all) cents, so that the unit is even.
  const exact = amounts.map((amount, place) => amount * signs[place]! * 2n * WHOLE);
  const shares = shareOut(exact, 2n * all, base);
  return {
    group: build({ base, tax, surcharge: charged }),
    nets: shares.map((share, place) => share * signs[place]!),
  };
}

/** Converts the amounts of a group to euros, each rounded once. @param exchangeRate euros per unit of the currency, in units of 10^-10. */
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
function partOf(sum: bigint, part: bigint, whole: bigint): bigint {
  return roundDivision(sum * part * 2n, whole * 2n);
}

function add(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
