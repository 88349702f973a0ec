import type { TaxGroup } from '../../../contracts/invoice-document.ts';
import { readCents, scaleDecimal } from '../../money/decimals.ts';
import { type Charge, chargeGroup, EXCHANGE_DECIMALS, type GroupSums, toEuros } from '../charge-group.ts';
import { groupKeyOf, readTax } from './tax-members.ts';

/** The amounts of a tax group in cents, by their names; those in euros have names of their own. */
export type GroupAmounts = Readonly<Record<string, bigint>>;

/** The amounts of tax groups by their keys (`groupKeyOf`). */
export type GroupTotals = ReadonlyMap<string, GroupAmounts>;

/** The names of the amounts that decide what is credited, rather than follow from it by rounding. */
const LEADING: ReadonlySet<string> = new Set(['base', 'price']);

/** Reads the amounts of the tax groups of a document. */
export function readGroups(groups: readonly TaxGroup[]): GroupTotals {
  return new Map(groups.map((group) => [groupKeyOf(group), readAmounts(group)]));
}

function readAmounts({ euro, ...group }: TaxGroup): GroupAmounts {
  return Object.fromEntries([...listAmounts(group, ''), ...(euro ? listAmounts(euro, 'euro.') : [])]);
}

const NAMES = ['base', 'tax', 'surcharge', 'costBase', 'price', 'foreignTax'] as const;

function listAmounts(amounts: NonNullable<TaxGroup['euro']>, prefix: string): [string, bigint][] {
  return NAMES.flatMap((name) => {
    const amount = amounts[name];
    return amount === undefined ? [] : [[`${prefix}${name}`, readCents(amount)]];
  });
}

/** Adds the amounts of tax groups. Names and groups that one of them lacks count as 0. */
export function addGroups(one: GroupTotals, other: GroupTotals): Map<string, GroupAmounts> {
  const sums = new Map(one);
  for (const [key, amounts] of other) {
    const known = sums.get(key) ?? {};
    const names = new Set([...Object.keys(known), ...Object.keys(amounts)]);
    sums.set(
      key,
      Object.fromEntries([...names].map((name) => [name, (known[name] ?? 0n) + (amounts[name] ?? 0n)])),
    );
  }
  return sums;
}

/** How the amounts of a credit compare with what is left of a tax group. */
export type Excess = {
  /** The name of an amount that goes beyond what is left. */
  readonly name: string;
  /** In cents. */
  readonly left: bigint;
  readonly credited: bigint;
  /** Whether only what is computed from the base goes beyond what is left of it. */
  readonly isRounding: boolean;
};

/**
 * Compares the amounts of a credit with what is left of a tax group: the credit takes them towards
 * zero and not beyond it.
 * @returns null if all of them are within what is left.
 */
export function findExcess(left: GroupAmounts, credit: GroupAmounts): Excess | null {
  const beyond = Object.entries(credit).filter(([name, amount]) => !isWithin(left[name] ?? 0n, amount));
  const [first] = beyond;
  if (first === undefined) return null;
  const leading = beyond.find(([name]) => LEADING.has(name));
  const [name, amount] = leading ?? first;
  return { name, left: left[name] ?? 0n, credited: -amount, isRounding: leading === undefined };
}

function isWithin(left: bigint, change: bigint): boolean {
  const after = left + change;
  return left < 0n ? after <= 0n && after >= left : after >= 0n && after <= left;
}

/** The most steps by which a credit is lowered for its rounding. */
const MAX_STEPS = 2000n;

/** What is computed from: the base, the margin of regimes 03 and 05, or the base at cost of 06. */
export type TrimmedSum = 'amount' | 'margin' | 'costBase';

/**
 * Finds by how many cents a tax group of a credit is lowered so that its taxes do not exceed what is
 * left of the original's. Each part of an invoice rounds its tax, so the taxes of the parts can
 * add up to more than that of the whole.
 * @param group as the credit charges it.
 * @returns which of its sums changes, and the change in cents towards zero; null if none suffices.
 */
export function findTrim(
  group: TaxGroup,
  left: GroupAmounts,
  {
    pricesIncludeTax,
    exchangeRate,
    unit,
  }: { pricesIncludeTax: boolean; exchangeRate?: string; unit: bigint },
): { readonly of: TrimmedSum; readonly change: bigint } | null {
  const first = readTax(group);
  const [base, tax] = [readCents(group.base), readCents(group.tax)];
  const others = readCents(group.surcharge ?? '0.00') + readCents(group.foreignTax ?? '0.00');
  const sums: GroupSums =
    group.price !== undefined
      ? { first, amount: readCents(group.price), margin: base + tax, costBase: null }
      : group.costBase !== undefined
        ? { first, amount: base, margin: null, costBase: readCents(group.costBase) }
        : { first, amount: pricesIncludeTax ? base + tax + others : base, margin: null, costBase: null };
  const of: TrimmedSum = sums.margin !== null ? 'margin' : sums.costBase !== null ? 'costBase' : 'amount';
  const sum = sums[of]!;
  const step = sum < 0n ? unit : -unit;
  for (let steps = 1n; steps <= MAX_STEPS && steps * unit <= (sum < 0n ? -sum : sum); steps += 1n) {
    const change = step * steps;
    const charged: Charge = chargeGroup({ ...sums, [of]: sum + change }, pricesIncludeTax, unit);
    const euro =
      exchangeRate === undefined ? null : toEuros(charged, scaleDecimal(exchangeRate, EXCHANGE_DECIMALS));
    if (findExcess(left, { ...nameAmounts(charged, ''), ...(euro && nameAmounts(euro, 'euro.')) }) === null)
      return { of, change };
  }
  return null;
}

function nameAmounts(charge: Charge, prefix: string): GroupAmounts {
  return Object.fromEntries(NAMES.map((name) => [`${prefix}${name}`, charge[name] ?? 0n]));
}
