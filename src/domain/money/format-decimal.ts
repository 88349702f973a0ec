/**
 * Writes a scaled integer as a decimal with a point: `formatDecimal(12500n, 4, 2)` is `1.25`.
 * @param decimals the scale of the value.
 * @param kept decimals that stay even when they are zero; further trailing zeros are dropped.
 */
export function formatDecimal(scaled: bigint, decimals: number, kept: number): string {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point + kept && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  const sign = scaled < 0n ? '-' : '';
  return end === point
    ? sign + digits.slice(0, point)
    : `${sign}${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

/** Writes an amount counted in cents: `12100n` is `121.00`. */
export function formatCents(cents: bigint): string {
  return formatDecimal(cents, 2, 2);
}
