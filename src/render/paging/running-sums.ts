import { formatDecimal, scaleDecimal } from '../../domain/money/decimals.ts';

const DECIMALS = 2;

/**
 * Returns the running sums of the amounts: of none, of one, and so on to all.
 * @param amounts the amounts as the lines show them.
 */
export function buildRunningSums(amounts: readonly string[]): string[] {
  let sum = 0n;
  const sums = [formatDecimal(sum, DECIMALS, 2)];
  for (const amount of amounts) {
    sum += scaleDecimal(amount, DECIMALS);
    sums.push(formatDecimal(sum, DECIMALS, 2));
  }
  return sums;
}
