import { formatDecimal } from '../../domain/money/format-decimal.ts';
import type { DocumentLine } from '../../contracts/invoice-document.ts';

/** Documents of earlier versions have amounts of up to so many decimals. */
const DECIMALS = 6;

/** The sums of the net amounts of the first lines: of none, of one, and so on to all. */
export function buildRunningSums(lines: readonly Pick<DocumentLine, 'netAmount'>[]): string[] {
  let sum = 0n;
  const sums = [formatDecimal(sum, DECIMALS, 2)];
  for (const { netAmount } of lines) {
    sum += readScaled(netAmount);
    sums.push(formatDecimal(sum, DECIMALS, 2));
  }
  return sums;
}

function readScaled(amount: string): bigint {
  const [integer = '', decimals = ''] = amount.split('.');
  return BigInt(integer + decimals.padEnd(DECIMALS, '0'));
}
