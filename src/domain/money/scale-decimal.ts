/** Reads a decimal string of our own as an integer: `scaleDecimal('-1.25', 6)` is `-1250000n`. @param decimals at least as many as it has. */
export function scaleDecimal(text: string, decimals: number): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(decimals, '0'));
}
