import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import type { AllowanceInput, LineInput } from '../../../contracts/v2/invoice-input.ts';
import { formatCents, readCents } from '../../money/decimals.ts';
import { amountOf, type CreditedLine, unitsOf } from './credit-lines.ts';
import { type Progress, shareOf, sizeOf } from './share.ts';
import { groupKeyOf, writeTax } from './tax-members.ts';

/** What is credited of each line before and after a credit. */
export type LineProgress = {
  readonly earlier: readonly CreditedLine[];
  readonly later: readonly CreditedLine[];
  readonly isAll: boolean;
};

/** The allowances and charges of a credit, and the lines that it has instead of some of them. */
export type CreditedAllowances = {
  readonly allowances: AllowanceInput[];
  readonly charges: AllowanceInput[];
  readonly lines: LineInput[];
};

/**
 * Credits the allowances and charges of an invoice in proportion to what is credited of the lines
 * of their tax, or of all lines if none has it. Allowances become charges, and charges allowances.
 * A charge whose tax no line of the credit has becomes a line, because an allowance lowers lines.
 * @param earlier what was credited of each line before.
 * @param later what is credited of each line after this credit.
 * @param isAll whether the whole invoice is credited at once.
 */
export function creditAllowances(
  original: Pick<InvoiceDocument, 'lines' | 'allowances'>,
  { earlier, later, isAll }: LineProgress,
  unit: bigint,
): CreditedAllowances {
  const { lines, allowances: given = [] } = original;
  const keys = lines.map(groupKeyOf);
  const isChanged = (place: number) =>
    later[place]!.units !== earlier[place]!.units || later[place]!.amount !== earlier[place]!.amount;
  const credited = new Set(keys.filter((_key, place) => isAll || isChanged(place)));
  const found: CreditedAllowances = { allowances: [], charges: [], lines: [] };
  for (const each of given) {
    const key = groupKeyOf(each);
    const own = [...lines.keys()].filter((place) => keys[place] === key);
    const places = own.length > 0 ? own : [...lines.keys()];
    const amount = readCents(each.grossAmount ?? each.amount) * (each.isCharge ? 1n : -1n);
    const progress = isAll ? ALL : progressOf(lines, { earlier, later }, places);
    const change = -shareOf(amount, progress, unit);
    if (change === 0n) continue;
    const { reason } = each;
    if (change > 0n) found.charges.push({ reason, amount: formatCents(change), ...writeTax(each) });
    else if (credited.has(key))
      found.allowances.push({ reason, amount: formatCents(-change), ...writeTax(each) });
    else
      found.lines.push({
        concept: reason,
        units: '-1',
        unit_price: formatCents(-change),
        ...writeTax(each),
      });
  }
  return found;
}

const ALL: Progress = { from: 0n, to: 1n, whole: 1n };

/** Adds the sizes of the lines' amounts; of lines without an amount, those of their units. */
function progressOf(
  lines: InvoiceDocument['lines'],
  { earlier, later }: Pick<LineProgress, 'earlier' | 'later'>,
  places: readonly number[],
): Progress {
  const add = (sizeAt: (place: number) => bigint) => places.reduce((sum, place) => sum + sizeAt(place), 0n);
  const whole = add((place) => sizeOf(amountOf(lines[place]!)));
  if (whole > 0n)
    return {
      from: add((place) => sizeOf(earlier[place]!.amount)),
      to: add((place) => sizeOf(later[place]!.amount)),
      whole,
    };
  return {
    from: add((place) => earlier[place]!.units),
    to: add((place) => later[place]!.units),
    whole: add((place) => unitsOf(lines[place]!)),
  };
}
