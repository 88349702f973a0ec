/** Reads an amount as it is stored and printed. @param amount a decimal string with two decimals: `-12.50`. @returns cents. */
export function readCents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
