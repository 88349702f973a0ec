import { SUPPLIES, type Supply } from '../../contracts/codes.ts';
import type { TaxGroup } from '../../contracts/invoice-document.ts';
import { readCents, roundDivision, scaleDecimal, shareOut } from '../money/decimals.ts';

/** The registered amounts of a tax group, or of a part of it, in euro cents. */
export type Amounts = {
  readonly base: bigint;
  readonly tax: bigint;
  readonly surcharge: bigint;
  /** BaseImponibleACoste; 0 unless the regime is 06. */
  readonly costBase: bigint;
  /** The full price with tax of a group that is taxed on a margin; otherwise null. */
  readonly price: bigint | null;
};

/** Returns the amounts of a tax group that are registered: those in euros. */
export function registeredOf(group: TaxGroup): Amounts {
  const { base, tax, surcharge, costBase, price } = group.euro ?? group;
  return {
    base: readCents(base),
    tax: readCents(tax),
    surcharge: readCents(surcharge ?? '0.00'),
    costBase: readCents(costBase ?? '0.00'),
    price: price === undefined ? null : readCents(price),
  };
}

/**
 * What a tax group charges of goods and of services, in cents of the invoice's currency: net
 * amounts, margins and bases at cost. Amounts of which nothing is known, such as an allowance for the
 * whole group, follow the others.
 */
export type Weights = Readonly<Record<Supply, { net: bigint; margin: bigint; costBase: bigint }>>;

/**
 * Divides the amounts of a tax group between goods and services. The engine computes them once for
 * the group; each part has the share that its lines give, rounded so that the parts add up to the
 * group to the cent.
 */
export function shareGroup(group: TaxGroup, weights: Weights): Readonly<Record<Supply, Amounts>> {
  const all = registeredOf(group);
  const of = (read: (weight: Weights[Supply]) => bigint) => SUPPLIES.map((supply) => read(weights[supply]));
  const margins = of(({ margin }) => margin);
  const nets = of(({ net }) => net);
  const costs = share(
    all.costBase,
    of(({ costBase }) => costBase),
  );
  const bases = share(all.base, all.price === null ? nets : margins);
  const taxed = all.costBase === 0n ? bases : costs;
  const taxes = shareTax(all.tax, taxed, group.rate);
  const surcharges = shareTax(all.surcharge, taxed, group.surchargeRate ?? null);
  const prices = all.price === null ? null : share(all.price, nets);
  const [goods, services] = SUPPLIES.map((_supply, place) => ({
    base: bases[place]!,
    tax: taxes[place]!,
    surcharge: surcharges[place]!,
    costBase: costs[place]!,
    price: prices === null ? null : prices[place]!,
  }));
  return { goods: goods!, services: services! };
}

/** Divides an amount by weights, to the cent. Weights that add up to nothing are taken as amounts. */
function share(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === amount) return [...weights];
  if (whole === 0n) return settle([...weights], amount);
  const sign = whole < 0n ? -1n : 1n;
  return shareOut(
    weights.map((weight) => weight * amount * 2n * sign),
    whole * 2n * sign,
    amount,
  );
}

const RATE_UNIT = 100_00n;

/** Divides a tax by the bases it is on: each has the tax of its base, and the larger one the rest. */
function shareTax(tax: bigint, bases: readonly bigint[], rate: string | null): bigint[] {
  if (rate === null) return bases.map(() => 0n);
  const scaled = scaleDecimal(rate, 2);
  return settle(
    bases.map((base) => roundDivision(base * scaled, RATE_UNIT)),
    tax,
  );
}

const sizeOf = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Adds what is missing of a sum to the amount that is farthest from 0. */
function settle(amounts: bigint[], sum: bigint): bigint[] {
  const missing = sum - amounts.reduce((total, amount) => total + amount, 0n);
  if (missing === 0n) return amounts;
  const largest = amounts.reduce(
    (best, amount, place) => (sizeOf(amount) > sizeOf(amounts[best]!) ? place : best),
    0,
  );
  amounts[largest]! += missing;
  return amounts;
}
