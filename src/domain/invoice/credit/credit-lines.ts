import type { DocumentLine } from '../../../contracts/invoice-document.ts';
import type { LineAllowanceInput, LineInput } from '../../../contracts/v2/invoice-input.ts';
import { LINE_TEXTS } from '../../../contracts/v2/line-members.ts';
import { formatCents, formatDecimal, readCents, roundDivision, scaleDecimal } from '../../money/decimals.ts';
import { AMOUNT_DECIMALS, RATE_DECIMALS } from '../../reading/read-number.ts';
import { type Progress, shareOf, sizeOf } from './share.ts';
import { writeTax } from './tax-members.ts';

/** What of a line is credited. */
export type CreditedLine = {
  /** Units without their sign, in units of 10^-6; 0 for a credit by amount. */
  readonly units: bigint;
  /** Cents with the sign of the line, in the prices of the invoice. */
  readonly amount: bigint;
};

/** A credit of a line: that many units, or that amount in cents. Both are above 0. */
export type LineStep = { readonly units: bigint } | { readonly amount: bigint };

/** The reason of an amount that the rounding of parts leaves. Invoices print it. */
export const ROUNDING = 'Ajuste de redondeo';

/** 100 % in hundredths of a per cent. */
const WHOLE = 100_00n;
/** Divides the product of units, a price and a percentage, to give cents. */
const CENTS_UNIT = 10n ** BigInt(2 * AMOUNT_DECIMALS + RATE_DECIMALS);

/** Returns the units of a line without their sign, in units of 10^-6. */
export function unitsOf({ units }: DocumentLine): bigint {
  return sizeOf(scaleDecimal(units, AMOUNT_DECIMALS));
}

/** Returns the amount of a line in cents, in the prices of the invoice. */
export function amountOf({ grossAmount, netAmount }: DocumentLine): bigint {
  return readCents(grossAmount ?? netAmount);
}

/**
 * Returns what a step credits of a line. Steps by units that follow one another up to all units add
 * up to the amount of the line.
 * @param earlier what was credited of it before.
 * @param unit the smallest unit of the currency in cents.
 */
export function takeStep(
  line: DocumentLine,
  earlier: CreditedLine,
  step: LineStep,
  unit: bigint,
): CreditedLine {
  const amount = amountOf(line);
  if ('amount' in step) return { units: 0n, amount: amount < 0n ? -step.amount : step.amount };
  const progress = { from: earlier.units, to: earlier.units + step.units, whole: unitsOf(line) };
  return { units: step.units, amount: shareOf(amount, progress, unit) };
}

/**
 * Writes the line of a credit. Its amount is exactly the negative of what is credited: where the
 * parts of a line are rounded otherwise than the line, an allowance or a charge has the difference.
 */
export function writeLine(
  line: DocumentLine,
  earlier: CreditedLine,
  credited: CreditedLine,
  unit: bigint,
): LineInput {
  const progress = progressOf(line, earlier, credited);
  const part = (amount: string) => formatCents(-shareOf(readCents(amount), progress, unit));
  const { margin, costBase, secondHandKind, withholdingRate, notes, period, property } = line;
  return {
    concept: line.concept,
    ...(notes !== null && { notes }),
    ...(credited.units === 0n && credited.amount !== 0n
      ? { units: '-1', unit_price: formatCents(credited.amount) }
      : writeUnits(line, earlier, credited, unit)),
    ...writeTax(line),
    ...(withholdingRate !== null && { income_tax_withholding_rate: withholdingRate }),
    ...(line.withholdingConcept && { withholding_concept: line.withholdingConcept }),
    ...(margin !== undefined && { margin: part(margin) }),
    ...(secondHandKind !== undefined && { second_hand_kind: secondHandKind }),
    ...(costBase !== undefined && { cost_base: part(costBase) }),
    ...Object.fromEntries(
      LINE_TEXTS.flatMap(({ member, stored }) => {
        const text = line[stored];
        return text === undefined ? [] : [[member, text]];
      }),
    ),
    ...(period && { period }),
    ...(property && {
      property: { situation: property.situation, cadastral_reference: property.cadastralReference },
    }),
  };
}

/** Returns how far a line is credited by its amount, or by its units if it has no amount. */
function progressOf(line: DocumentLine, earlier: CreditedLine, credited: CreditedLine): Progress {
  const [amount, units] = [sizeOf(amountOf(line)), unitsOf(line)];
  if (amount > 0n)
    return {
      from: sizeOf(earlier.amount),
      to: sizeOf(earlier.amount + credited.amount),
      whole: amount,
    };
  // A line without units is credited only with all others.
  return units > 0n
    ? { from: earlier.units, to: earlier.units + credited.units, whole: units }
    : { from: 0n, to: 1n, whole: 1n };
}

function writeUnits(
  line: DocumentLine,
  earlier: CreditedLine,
  credited: CreditedLine,
  unit: bigint,
): LineInput {
  const all = scaleDecimal(line.units, AMOUNT_DECIMALS);
  const units = all < 0n ? credited.units : -credited.units;
  const discount = line.discountPercent === null ? 0n : scaleDecimal(line.discountPercent, RATE_DECIMALS);
  const price = scaleDecimal(line.unitPrice, AMOUNT_DECIMALS);
  const gross = roundDivision(units * price * (WHOLE - discount), CENTS_UNIT);
  const isWhole = credited.units === unitsOf(line);
  const progress = { from: earlier.units, to: earlier.units + credited.units, whole: unitsOf(line) };
  const allowances: LineAllowanceInput[] = [];
  const charges: LineAllowanceInput[] = [];
  let amount = gross;
  const add = (reason: string, change: bigint) => {
    amount += change;
    if (change > 0n) charges.push({ reason, amount: formatCents(change) });
    if (change < 0n) allowances.push({ reason, amount: formatCents(-change) });
  };
  for (const [list, sign] of [
    [line.allowances ?? [], -1n],
    [line.charges ?? [], 1n],
  ] as const)
    for (const { reason, percent, amount: given } of list) {
      const change = readCents(given) * sign;
      if (percent !== null && isWhole) {
        amount -= change;
        (sign < 0n ? allowances : charges).push({ reason, percent });
      } else add(reason, -shareOf(change, progress, unit));
    }
  add(ROUNDING, -credited.amount - amount);
  return {
    units: formatDecimal(units, AMOUNT_DECIMALS, 0),
    unit_price: line.unitPrice,
    ...(line.discountPercent !== null && { discount_percent: line.discountPercent }),
    ...(line.unitCode !== undefined && { unit_code: line.unitCode }),
    ...(allowances.length > 0 && { allowances }),
    ...(charges.length > 0 && { charges }),
  };
}
