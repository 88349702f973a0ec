import { roundDivision } from './round-division.ts';

/**
 * Rounds amounts so that they add up to a sum: each half away from zero, and the cents that are then missing or too many, one each, from or to
 * those that were rounded farthest the other way, the first of equal ones. Amounts with the other sign are shared out alike.
 * @param unit so many of the amounts' units are a cent; even.
 * @param sum in cents: that of the amounts, rounded.
 */
export function shareOut(amounts: readonly bigint[], unit: bigint, sum: bigint): bigint[] {
  const shares = amounts.map((amount) => roundDivision(amount, unit));
  const missing = sum - shares.reduce((total, share) => total + share, 0n);
  if (missing === 0n) return shares;
  const cent = missing < 0n ? -1n : 1n;
  const lost = amounts.map((amount, place) => (amount - shares[place]! * unit) * cent);
  const order = [...amounts.keys()].toSorted((one, other) => Number(lost[other]! - lost[one]!));
  for (const place of order.slice(0, Number(missing * cent))) shares[place]! += cent;
  return shares;
}
