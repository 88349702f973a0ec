import { formatDecimal, scaleDecimal } from '../../domain/money/decimals.ts';

const DECIMALS = 2;

/** The sums of the first amounts: of none, of one, and so on to all. @param amounts as the lines show them. */
export function buildRunningSums(amounts: readonly string[]): string[] {
  let sum = 0n;
  const sums = [formatDecimal(sum, DECIMALS, 2)];
  for (const amount of amounts) {
    sum += scaleDecimal(amount, DECIMALS);
    sums.push(formatDecimal(sum, DECIMALS, 2));
  }
  return sums;
}
