import type { DecimalInput } from '../../contracts/v2/invoice-input.ts';
import { readDecimal, readDecimalText, tooManyDecimals, tooManyDigits } from '../money/decimals.ts';
import type { ReportOn } from './findings.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/**
 * Places, such as `lines[0].units`, whose literal has more significant digits than a double can
 * hold.
 */
export type InexactNumbers = ReadonlySet<string> | undefined;

/** Maximum number of decimals of prices and quantities. */
export const AMOUNT_DECIMALS = 6;
/** Maximum number of decimals of rates: 21.75 is 2175. */
export const RATE_DECIMALS = 2;
const HUNDRED_PER_CENT = 100_00n;

/** Matches a decimal that is sent as a string. */
const DECIMAL_TEXT = /^-?[0-9]{1,40}(?:\.[0-9]{1,40})?$/;

/**
 * Reads a number, or a decimal as a string.
 * @returns its value in units of 10^-decimals; null if it is refused.
 */
export function readNumber<Member extends string>(
  value: DecimalInput,
  member: Member,
  { decimals, isInexact, report }: { decimals: number; isInexact: boolean; report: ReportOn<Member> },
): bigint | null {
  if (typeof value === 'string' && !DECIMAL_TEXT.test(value)) {
    report(member, 'invalid', formatMessage('not_decimal_with_point'));
    return null;
  }
  const scaled = readScaled(value, decimals, isInexact);
  if (typeof scaled === 'bigint') return scaled;
  report(member, 'too_many_digits', scaled);
  return null;
}

function readScaled(value: DecimalInput, decimals: number, isInexact: boolean): bigint | Text {
  if (typeof value === 'string') return readDecimalText(value, decimals);
  return isInexact ? explainInexact(value, decimals) : readDecimal(value, decimals);
}

/**
 * Builds the error of a literal that a double cannot hold: too many decimals if the double is 0,
 * otherwise too many digits.
 */
function explainInexact(value: number, decimals: number): Text {
  return value === 0 ? tooManyDecimals(decimals) : tooManyDigits(value, decimals);
}

/**
 * Reads a percentage from 0 to 100.
 * @returns hundredths of a per cent, 0 if it is absent; null if it is refused.
 */
export function readPercentage<Member extends string>(
  value: DecimalInput | null | undefined,
  member: Member,
  { isInexact, report }: { isInexact: boolean; report: ReportOn<Member> },
): bigint | null {
  if (value === null || value === undefined) return 0n;
  const rate = readNumber(value, member, { decimals: RATE_DECIMALS, isInexact, report });
  if (rate === null || (rate >= 0n && rate <= HUNDRED_PER_CENT)) return rate;
  report(member, 'out_of_range', formatMessage('not_between', { least: 0, most: 100 }));
  return null;
}
