import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import type { CreditInput, CreditLineInput } from '../../../contracts/v2/credit-members.ts';
import { formatCents, formatDecimal } from '../../money/decimals.ts';
import type { Findings, ReportOn } from '../../reading/findings.ts';
import { AMOUNT_DECIMALS, type InexactNumbers, readNumber } from '../../reading/read-number.ts';
import { amountOf, type CreditedLine, type LineStep, takeStep, unitsOf } from './credit-lines.ts';
import { sizeOf } from './share.ts';

/** What a request credits of a line. */
export type CreditStep = CreditedLine & { /** Place of the line in the document. */ readonly place: number };

type Context = {
  /** What was credited of each line before. */
  readonly earlier: readonly CreditedLine[];
  /** The smallest unit of the currency in cents. */
  readonly unit: bigint;
  readonly inexactNumbers: InexactNumbers;
};

/** Returns what is credited if the whole invoice is. */
export function creditAll({ lines }: Pick<InvoiceDocument, 'lines'>): CreditStep[] {
  return lines.map((line, place) => ({ place, units: unitsOf(line), amount: amountOf(line) }));
}

/**
 * Reads the lines that a request credits. Refuses what goes beyond what is left of them.
 * @returns the lines in the order of the document.
 */
export function readSteps(
  { lines }: Pick<InvoiceDocument, 'lines'>,
  given: NonNullable<CreditInput['lines']>,
  { earlier, unit, inexactNumbers }: Context,
  findings: Findings,
): CreditStep[] {
  const steps = new Map<number, CreditStep>();
  if (given.length > lines.length) {
    findings.report('lines', 'too_many', formatMessage('more_lines_than_invoice', { lines: lines.length }));
    return [];
  }
  if (given.length === 0) findings.report('lines', 'blank', formatMessage('no_credited_line'));
  for (const [index, input] of given.entries()) {
    const label = formatMessage('credited_line', { number: index + 1 });
    const report = findings.reportIn<keyof CreditLineInput>(`lines[${index}]`, label);
    const isInexact = (member: string) => inexactNumbers?.has(`lines[${index}].${member}`) ?? false;
    if (input.line === null || input.line === undefined) {
      report('line', 'blank', formatMessage('blank'));
      continue;
    }
    const place = input.line - 1;
    const line = lines[place];
    if (line === undefined) {
      report('line', 'not_found', formatMessage('no_such_line', { lines: lines.length }));
      continue;
    }
    if (steps.has(place)) {
      report('line', 'duplicate', formatMessage('line_twice'));
      continue;
    }
    const step = readStep(input, isInexact, report);
    if (step === null) continue;
    const credited = takeStep(line, earlier[place]!, step, unit);
    if (refuseBeyond(line, earlier[place]!, step, credited, report)) continue;
    steps.set(place, { place, ...credited });
  }
  const read = [...steps.values()];
  const isNothing = read.every(({ amount }) => amount === 0n);
  if (isNothing && read.some(({ place }) => amountOf(lines[place]!) !== 0n))
    findings.report('lines', 'out_of_range', formatMessage('credits_nothing'));
  return read.toSorted((one, other) => one.place - other.place);
}

function readStep(
  input: CreditLineInput,
  isInexact: (member: string) => boolean,
  report: ReportOn<keyof CreditLineInput>,
): LineStep | null {
  const [units = null, amount = null] = [input.units, input.amount];
  if ((units === null) === (amount === null)) {
    const says = formatMessage(units === null ? 'blank_units_without_amount' : 'amount_beside_units');
    report('units', units === null ? 'blank' : 'not_allowed', says);
    return null;
  }
  const member = units === null ? 'amount' : 'units';
  const read = readNumber((units ?? amount)!, member, {
    decimals: units === null ? 2 : AMOUNT_DECIMALS,
    isInexact: isInexact(member),
    report,
  });
  if (read === null) return null;
  if (read <= 0n) {
    report(member, 'out_of_range', formatMessage('not_positive'));
    return null;
  }
  return units === null ? { amount: read } : { units: read };
}

/** @returns whether the step goes beyond what is left of its line, which it then reports. */
function refuseBeyond(
  line: InvoiceDocument['lines'][number],
  earlier: CreditedLine,
  step: LineStep,
  credited: CreditedLine,
  report: ReportOn<keyof CreditLineInput>,
): boolean {
  if ('units' in step && earlier.units + step.units > unitsOf(line)) {
    const left = formatDecimal(unitsOf(line) - earlier.units, AMOUNT_DECIMALS, 0);
    report('units', 'out_of_range', formatMessage('beyond_units_left', { left }));
    return true;
  }
  const left = sizeOf(amountOf(line)) - sizeOf(earlier.amount);
  if (sizeOf(credited.amount) <= left) return false;
  const rest = formatCents(left);
  const says =
    'units' in step
      ? formatMessage('units_beyond_amount_left', {
          amount: formatCents(sizeOf(credited.amount)),
          left: rest,
        })
      : formatMessage('beyond_amount_left', { left: rest });
  report('units' in step ? 'units' : 'amount', 'out_of_range', says);
  return true;
}
