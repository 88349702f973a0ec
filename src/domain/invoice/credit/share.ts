import { roundDivision } from '../../money/decimals.ts';

/** How far something is credited: `from` and `to` of `whole`, none of them negative. */
export type Progress = { readonly from: bigint; readonly to: bigint; readonly whole: bigint };

/**
 * Returns the share of an amount that belongs to a step of a progress. The shares of steps that
 * follow one another up to the whole add up to the amount, because each is the difference of two
 * rounded parts.
 * @param unit the smallest unit of the currency in cents, to which shares are rounded.
 */
export function shareOf(amount: bigint, { from, to, whole }: Progress, unit: bigint): bigint {
  if (whole === 0n) return 0n;
  // The factor 2 makes the divisor even.
  const upTo = (part: bigint) => roundDivision(amount * part * 2n, whole * unit * 2n) * unit;
  return upTo(to) - upTo(from);
}

/** Returns the size of a number without its sign. */
export function sizeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}
