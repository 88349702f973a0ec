import { SECOND_HAND_KINDS, type SecondHandKind } from '../../contracts/codes.ts';
import type { DocumentLine } from '../../contracts/invoice-document.ts';
import type { DecimalInput, LineInput } from '../../contracts/v2/invoice-input.ts';
import { LINE_MEMBERS } from '../../contracts/v2/line-members.ts';
import { formatCents, formatDecimal, roundDivision } from '../money/decimals.ts';
import { AMOUNT_DECIMALS, RATE_DECIMALS, readNumber, readPercentage } from '../reading/read-number.ts';
import { isBlank, readCode, readMember } from '../reading/read-text.ts';
import { classifyOperation, type Operation } from '../tax/classify-operation.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { type Charges, formatCharges, readCharges, refuseNewCharge } from './read-charges.ts';
import type { LineContext } from './line-context.ts';
import { type LineAllowance, readLineAllowances } from './read-line-allowances.ts';
import { type LineDetails, readLineDetails } from './read-line-details.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/**
 * Decimals of an exact net amount: units and price have 6 each, and the discount as a fraction has
 * 4.
 */
const EXACT_DECIMALS = 2 * AMOUNT_DECIMALS + RATE_DECIMALS + 2;
/** Divides an exact net amount, to give cents. */
const CENTS_UNIT = 10n ** BigInt(EXACT_DECIMALS - 2);
/** 100 % in hundredths of a per cent. */
const WHOLE = 100_00n;
/** Amounts with 13 integer digits do not fit the record. */
export const AMOUNT_LIMIT = 10n ** 12n;
export const CENTS_LIMIT = AMOUNT_LIMIT * 100n;

/** A line that passed its own rules, before its amounts are formatted. */
export type ReadLine = Operation &
  Charges & {
    /** From 1, in the order of the request. */
    readonly number: number;
    readonly position: number | null;
    readonly concept: string;
    readonly notes: string | null;
    /** Units and unit price: a number as sent, or a decimal without trailing zeros. */
    readonly units: DecimalInput;
    readonly unitPrice: DecimalInput;
    /**
     * units × price × (1 − discount) − allowances + charges, in cents: the net amount (EN 16931
     * BT-131, BR-CO-10) or, if the prices of the invoice include tax, the amount with tax.
     */
    readonly amount: bigint;
    /** Discount and withholding rate in hundredths of a per cent. */
    readonly discount: bigint;
    readonly withholdingRate: bigint;
    readonly allowances: readonly LineAllowance[];
    readonly addedCharges: readonly LineAllowance[];
    /** Regimes 03 and 05: the margin with its tax, in cents; null if it is not stated. */
    readonly margin: bigint | null;
    /**
     * Regime 03: what is sold, as the document states it; null for used goods with a margin, and
     * where no margins can be stated.
     */
    readonly secondHandKind: SecondHandKind | null;
    /** Regime 06: the base at cost, in cents. */
    readonly costBase: bigint | null;
    /** Members that no amount depends on; null if the line has none. */
    readonly details: LineDetails | null;
  };

/**
 * Reads one line: its texts, its numbers and its classification for AEAT.
 * @returns null if any of them is refused.
 */
export function readLine(input: LineInput, number: number, context: LineContext): ReadLine | null {
  const { report, isInexact, rules } = context;
  if (isBlank(input.concept)) report('concept', 'blank', formatMessage('blank'));
  const concept = readMember(LINE_MEMBERS, input, 'concept', report);
  const notes = readMember(LINE_MEMBERS, input, 'notes', report);
  const units = readRequired(input, 'units', context);
  const unitPrice = readRequired(input, 'unit_price', context);
  const discount = readPercentage(input.discount_percent, 'discount_percent', {
    isInexact: isInexact('discount_percent'),
    report,
  });
  const operation = classifyOperation(input, rules, report);
  const charges = operation && readCharges(input, operation, context);
  const withholdingRate = readPercentage(input.income_tax_withholding_rate, 'income_tax_withholding_rate', {
    isInexact: isInexact('income_tax_withholding_rate'),
    report,
  });
  if (operation !== null && (withholdingRate ?? 0n) > 0n && isTaxedOnMargin(operation)) {
    const says = formatMessage('withholding_with_regime', { regime: operation.regime });
    report('income_tax_withholding_rate', 'not_allowed', says);
  }
  const taxed = rules.hasTaxBases ? operation : null;
  const margin = taxed && readMargin(input, taxed, context);
  const secondHandKind = taxed && readSecondHandKind(input, taxed, context);
  const costBase = taxed && readCostBase(input, taxed, context);
  const details = readLineDetails(input, number, context);
  if (units === null || unitPrice === null || discount === null) return null;
  const gross = roundDivision(units * unitPrice * (WHOLE - discount), CENTS_UNIT);
  const allowances = readLineAllowances(input, 'allowances', { gross, number }, context);
  const addedCharges = readLineAllowances(input, 'charges', { gross, number }, context);
  const amount = gross - addUp(allowances ?? []) + addUp(addedCharges ?? []);
  if (amount >= CENTS_LIMIT || amount <= -CENTS_LIMIT) {
    report('unit_price', 'out_of_range', formatMessage('times_units_too_large', { limit: AMOUNT_LIMIT }));
    return null;
  }
  if (margin !== null && margin !== undefined && !context.isDifference && !isPartOf(margin, amount)) {
    const says = formatMessage('margin_outside_price', {
      margin: formatCents(margin),
      amount: formatCents(amount),
    });
    report('margin', 'out_of_range', says);
    return null;
  }
  if (concept === null || operation === null || charges === null || withholdingRate === null) return null;
  if (context.isDifference && refuseNewCharge({ ...operation, ...charges }, amount, report)) return null;
  if (margin === undefined || costBase === undefined || details === undefined) return null;
  if (secondHandKind === undefined) return null;
  if (allowances === null || addedCharges === null) return null;
  // The members are named one by one, because spreading objects is slow for each of a million
  // lines.
  return {
    number,
    position: input.position ?? null,
    concept,
    notes,
    units: keepGiven(input.units!, units),
    unitPrice: keepGiven(input.unit_price!, unitPrice),
    amount,
    discount,
    withholdingRate,
    allowances,
    addedCharges,
    margin,
    secondHandKind,
    costBase,
    details,
    taxType: operation.taxType,
    regime: operation.regime,
    operationKey: operation.operationKey,
    exemptionCode: operation.exemptionCode,
    rate: charges.rate,
    registeredRate: charges.registeredRate,
    surchargeRate: charges.surchargeRate,
    foreign: charges.foreign,
  };
}

/**
 * Formats a line as it is printed.
 * @param net its net amount in cents.
 * @param isWithTax whether the prices of the invoice include tax.
 */
export function buildLine(read: ReadLine, net: bigint, isWithTax: boolean): DocumentLine {
  const { concept, notes, taxType, regime, operationKey, exemptionCode, margin, costBase } = read;
  const { allowances, addedCharges, secondHandKind } = read;
  return {
    concept,
    notes,
    units: String(read.units),
    unitPrice: String(read.unitPrice),
    discountPercent: formatRate(read.discount),
    netAmount: formatCents(net),
    withholdingRate: formatRate(read.withholdingRate),
    taxType,
    regime,
    operationKey,
    exemptionCode,
    rate: read.registeredRate,
    ...formatCharges(read),
    ...(isWithTax && { grossAmount: formatCents(read.amount) }),
    ...(allowances.length > 0 && { allowances: allowances.map(formatAllowance) }),
    ...(addedCharges.length > 0 && { charges: addedCharges.map(formatAllowance) }),
    ...(margin !== null && { margin: formatCents(margin) }),
    ...(secondHandKind !== null && { secondHandKind }),
    ...(costBase !== null && { costBase: formatCents(costBase) }),
    ...read.details,
  };
}

function formatAllowance({
  reason,
  percent,
  amount,
}: LineAllowance): NonNullable<DocumentLine['allowances']>[number] {
  return {
    reason,
    percent: percent === null ? null : formatDecimal(percent, RATE_DECIMALS, 0),
    amount: formatCents(amount),
  };
}

function addUp(allowances: readonly LineAllowance[]): bigint {
  return allowances.reduce((sum, { amount }) => sum + amount, 0n);
}

function readRequired(
  input: LineInput,
  member: 'units' | 'unit_price',
  { isInexact, report }: LineContext,
): bigint | null {
  const value = input[member];
  if (value === null || value === undefined) {
    report(member, 'blank', formatMessage('blank'));
    return null;
  }
  return readNumber(value, member, { decimals: AMOUNT_DECIMALS, isInexact: isInexact(member), report });
}

/**
 * Reads the margin of a line that is taxed on it: regimes 03 (LIVA art. 137) and 05 (art. 145).
 * @returns cents; null if the line is not taxed on a margin; undefined if it is refused.
 */
function readMargin(
  { margin }: LineInput,
  operation: Operation,
  { report, isInexact }: LineContext,
): bigint | null | undefined {
  const isTaxed = isTaxedOnMargin(operation) && operation.operationKey === 'S1';
  if (!isTaxed) {
    if (margin === null || margin === undefined) return null;
    report('margin', 'must_be_blank', formatMessage('margin_not_with_regime'));
    return undefined;
  }
  if (margin === null || margin === undefined) {
    const says = formatMessage('blank_margin', { regime: operation.regime });
    report('margin', 'blank', says);
    return undefined;
  }
  return readNumber(margin, 'margin', { decimals: 2, isInexact: isInexact('margin'), report }) ?? undefined;
}

/**
 * Returns whether a margin lies between 0 and the amount that contains it, which is negative where
 * goods are returned. In cents.
 */
function isPartOf(margin: bigint, amount: bigint): boolean {
  return amount < 0n ? margin <= 0n && margin >= amount : margin >= 0n && margin <= amount;
}

/**
 * Reads what is sold under regime 03 (RD 1619/2012, art. 6.1.ñ).
 * @returns null if it follows from the margin (`secondHandKindOf`) or the line has another regime;
 *   undefined if it is refused.
 */
function readSecondHandKind(
  { second_hand_kind: value }: LineInput,
  { regime, operationKey }: Operation,
  { report }: LineContext,
): SecondHandKind | null | undefined {
  if (regime !== '03') {
    if (isBlank(value)) return null;
    report('second_hand_kind', 'must_be_blank', formatMessage('second_hand_kind_not_with_regime'));
    return undefined;
  }
  const kind = readCode(value, SECOND_HAND_KINDS, 'second_hand_kind', report);
  if (kind === undefined) return undefined;
  // Only a taxed line has a margin, from which the default follows.
  return kind ?? (operationKey === 'S1' ? null : SECOND_HAND_KINDS[0]);
}

/** Reads the base at cost of regime 06 (AEAT 1202, 1257). @returns as `readMargin`. */
function readCostBase(
  { cost_base: value }: LineInput,
  { regime }: Operation,
  { report, isInexact }: LineContext,
): bigint | null | undefined {
  if (regime !== '06') {
    if (value === null || value === undefined) return null;
    report('cost_base', 'must_be_blank', formatMessage('cost_base_not_with_regime'), 1257);
    return undefined;
  }
  if (value === null || value === undefined) {
    report('cost_base', 'blank', formatMessage('blank_cost_base'), 1202);
    return undefined;
  }
  return (
    readNumber(value, 'cost_base', { decimals: 2, isInexact: isInexact('cost_base'), report }) ?? undefined
  );
}

/** @returns null for 0. */
function formatRate(rate: bigint): string | null {
  return rate === 0n ? null : formatDecimal(rate, RATE_DECIMALS, 0);
}

/**
 * Removes the trailing zeros of a decimal that was sent as a string. JavaScript writes the numbers
 * that the rules accept without them.
 */
function keepGiven(given: DecimalInput, scaled: bigint): DecimalInput {
  return typeof given === 'number' ? given : formatDecimal(scaled, AMOUNT_DECIMALS, 0);
}
