import { MAX_ALLOWANCES } from '../../contracts/codes.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { LineAllowanceInput, LineInput } from '../../contracts/v2/invoice-input.ts';
import { roundDivision } from '../money/decimals.ts';
import type { ReportOn } from '../reading/findings.ts';
import { readNumber, readPercentage } from '../reading/read-number.ts';
import { isBlank, readText } from '../reading/read-text.ts';
import type { LineContext } from './line-context.ts';

/** An allowance or a charge of a line (EN 16931 BG-27, BG-28). */
export type LineAllowance = {
  readonly reason: string;
  /** Hundredths of a per cent; null if the amount was given. */
  readonly percent: bigint | null;
  /** In cents. */
  readonly amount: bigint;
};

const NO_ALLOWANCES: readonly LineAllowance[] = [];
/** 100 % in hundredths of a per cent. */
const WHOLE = 100_00n;

const NAMES = { allowances: 'allowance', charges: 'charge' } as const;

/**
 * Reads the allowances or the charges of a line.
 * @param gross units × price × (1 − discount) in cents, to which percentages apply.
 * @returns null if one is refused.
 */
export function readLineAllowances(
  line: LineInput,
  member: keyof typeof NAMES,
  { gross, number }: { readonly gross: bigint; readonly number: number },
  context: LineContext,
): readonly LineAllowance[] | null {
  const inputs = line[member];
  if (!inputs || inputs.length === 0) return NO_ALLOWANCES;
  if (inputs.length > MAX_ALLOWANCES) {
    context.report(member, 'too_many', `cannot contain more than ${MAX_ALLOWANCES} items`);
    return null;
  }
  const read = inputs.map((input, index) => {
    const place = `${member}[${index}]`;
    const label = `Line ${number}, ${NAMES[member]} ${index + 1}`;
    const report = context.findings.reportIn<AllowanceMember>(`lines[${number - 1}].${place}`, label);
    return readAllowanceAmount(input, () => gross, {
      isInexact: (each) => context.isInexact(`${place}.${each}`),
      report,
    });
  });
  return read.every((each) => each !== null) ? read : null;
}

export type AllowanceMember = keyof LineAllowanceInput;

/**
 * Reads the reason and the amount of an allowance or a charge, which is given as an amount or as a percentage.
 * @param findBase returns the amount in cents to which a percentage applies; null if there is none.
 * @returns null if a member is refused.
 */
export function readAllowanceAmount(
  input: LineAllowanceInput,
  findBase: () => bigint | null,
  {
    isInexact,
    report,
  }: { isInexact: (member: AllowanceMember) => boolean; report: ReportOn<AllowanceMember> },
): LineAllowance | null {
  // EN 16931 BR-33 and BR-42: an allowance or a charge has a reason.
  if (isBlank(input.reason)) report('reason', 'blank', "can't be blank: it is printed");
  const reason = readText(input.reason, 'reason', MAX_LENGTHS.allowance_reason, report);
  const hasAmount = input.amount !== null && input.amount !== undefined;
  const hasPercent = input.percent !== null && input.percent !== undefined;
  if (hasAmount === hasPercent) {
    const says = hasAmount
      ? "can't be given together with the percent: leave one of them out"
      : "can't be blank without a percent";
    report('amount', hasAmount ? 'not_allowed' : 'blank', says);
    return null;
  }
  if (hasAmount) {
    const amount = readNumber(input.amount!, 'amount', {
      decimals: 2,
      isInexact: isInexact('amount'),
      report,
    });
    if (amount === null) return null;
    if (amount >= 0n) return reason === null ? null : { reason, percent: null, amount };
    report(
      'amount',
      'out_of_range',
      'must be 0 or more: an allowance lowers the total, and a charge raises it',
    );
    return null;
  }
  const percent = readPercentage(input.percent, 'percent', { isInexact: isInexact('percent'), report });
  if (percent === null) return null;
  const base = findBase();
  if (base === null) {
    report(
      'percent',
      'not_allowed',
      'applies to the lines with the same tax, and the invoice has none: give the amount instead',
    );
    return null;
  }
  return reason === null ? null : { reason, percent, amount: roundDivision(base * percent, WHOLE) };
}
