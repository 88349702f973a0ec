/** Divides and rounds half away from zero: 0.5 → 1, -0.5 → -1. @param divisor positive and even. */
export function roundDivision(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return dividend < 0n ? -((half - dividend) / divisor) : (dividend + half) / divisor;
}
