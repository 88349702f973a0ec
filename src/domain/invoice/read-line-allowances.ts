import { MAX_ALLOWANCES } from '../../contracts/limits.ts';
import type { LineAllowanceInput, LineInput } from '../../contracts/v2/invoice-input.ts';
import { LINE_ALLOWANCE } from '../../contracts/v2/line-members.ts';
import { roundDivision } from '../money/decimals.ts';
import type { ReportOn } from '../reading/findings.ts';
import { readNumber, readPercentage } from '../reading/read-number.ts';
import { isBlank, readMember } from '../reading/read-text.ts';
import type { LineContext } from './line-context.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

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

/**
 * Reads the allowances or the charges of a line.
 * @param gross units × price × (1 − discount) in cents, to which percentages apply.
 * @returns null if one is refused.
 */
export function readLineAllowances(
  line: LineInput,
  member: 'allowances' | 'charges',
  { gross, number }: { readonly gross: bigint; readonly number: number },
  context: LineContext,
): readonly LineAllowance[] | null {
  const inputs = line[member];
  if (!inputs || inputs.length === 0) return NO_ALLOWANCES;
  if (inputs.length > MAX_ALLOWANCES) {
    context.report(member, 'too_many', formatMessage('more_items', { most: MAX_ALLOWANCES }));
    return null;
  }
  const read = inputs.map((input, index) => {
    const place = `${member}[${index}]`;
    const label = () => formatMessage(`line_${member}`, { line: number, number: index + 1 });
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
 * Reads the reason and the amount of an allowance or a charge, which is given as an amount or as a
 * percentage.
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
  if (isBlank(input.reason)) report('reason', 'blank', formatMessage('blank_printed_reason'));
  const reason = readMember(LINE_ALLOWANCE.members, input, 'reason', report);
  const hasAmount = input.amount !== null && input.amount !== undefined;
  const hasPercent = input.percent !== null && input.percent !== undefined;
  if (hasAmount === hasPercent) {
    const says = hasAmount
      ? formatMessage('amount_beside_percent')
      : formatMessage('blank_amount_without_percent');
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
    report('amount', 'out_of_range', formatMessage('negative_allowance'));
    return null;
  }
  const percent = readPercentage(input.percent, 'percent', { isInexact: isInexact('percent'), report });
  if (percent === null) return null;
  const base = findBase();
  if (base === null) {
    report('percent', 'not_allowed', formatMessage('percent_without_lines'));
    return null;
  }
  return reason === null ? null : { reason, percent, amount: roundDivision(base * percent, WHOLE) };
}
