import type { DocumentLine } from '../../contracts/invoice-document.ts';
import type { InvoiceLineInput } from '../../contracts/invoice-input.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import { formatCents, formatDecimal, roundDivision } from '../money/decimals.ts';
import type { LineReport } from '../reading/findings.ts';
import { AMOUNT_DECIMALS, RATE_DECIMALS, readNumber, readPercentage } from '../reading/read-number.ts';
import { isBlank, readPrintedText, readText } from '../reading/read-text.ts';
import { classifyOperation, type Operation } from '../tax/classify-operation.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { readTaxRate } from '../tax/read-tax-rate.ts';

/** Decimals of an exact net amount: units and price have 6 each, and the discount as a fraction has 4. */
const EXACT_DECIMALS = 2 * AMOUNT_DECIMALS + RATE_DECIMALS + 2;
/** Divides an exact net amount, to give cents. */
const CENTS_UNIT = 10n ** BigInt(EXACT_DECIMALS - 2);
/** 100 % in hundredths of a per cent. */
const WHOLE = 100_00n;
/** Amounts with 13 integer digits do not fit the record. */
export const AMOUNT_LIMIT = 10n ** 12n;
export const CENTS_LIMIT = AMOUNT_LIMIT * 100n;

/** A line that passed its own rules, before its amounts are formatted. */
export type ReadLine = Operation & {
  /** From 1, in the order of the request. */
  readonly number: number;
  readonly position: number | null;
  readonly concept: string;
  readonly notes: string | null;
  /** Units and unit price as sent. */
  readonly units: number;
  readonly unitPrice: number;
  /** Net amount in cents (EN 16931 BT-131, BR-CO-10). */
  readonly net: bigint;
  /** Discount and rates in hundredths of a per cent. */
  readonly discount: bigint;
  readonly rate: bigint;
  readonly withholdingRate: bigint;
  /** Tax rate in per cent; null if none is registered. */
  readonly registeredRate: string | null;
};

export type LineContext = {
  /** Valid rates of IVA for the line, in per cent. */
  readonly vatRates: readonly number[];
  readonly isInexact: (member: keyof InvoiceLineInput) => boolean;
  readonly report: LineReport;
};

/** Reads one line: its texts, its numbers and its classification for AEAT. @returns null if any of them is refused. */
export function readLine(input: InvoiceLineInput, number: number, context: LineContext): ReadLine | null {
  const { report, isInexact, vatRates } = context;
  if (isBlank(input.concept)) report('concept', 'blank', "can't be blank");
  const concept = readText(input.concept, 'concept', MAX_LENGTHS.concept, report);
  const notes = readPrintedText(input.notes, 'notes', MAX_LENGTHS.notes, report);
  const units = readRequired(input, 'units', context);
  const unitPrice = readRequired(input, 'unit_price', context);
  const discount = readPercentage(input.discount_percent, 'discount_percent', {
    isInexact: isInexact('discount_percent'),
    report,
  });
  const operation = classifyOperation(input, report);
  const rate =
    operation &&
    readTaxRate(input.tax_rate, operation, { vatRates, isInexact: isInexact('tax_rate'), report });
  const withholdingRate = readPercentage(input.income_tax_withholding_rate, 'income_tax_withholding_rate', {
    isInexact: isInexact('income_tax_withholding_rate'),
    report,
  });
  if (operation !== null && (withholdingRate ?? 0n) > 0n && isTaxedOnMargin(operation)) {
    const says = `can't be given with tax regime ${operation.regime}: the tax is part of the price there, and the amount without it, from which a withholding is taken, is not given; leave it out`;
    report('income_tax_withholding_rate', 'not_allowed', says);
  }
  if (units === null || unitPrice === null || discount === null) return null;
  const net = roundDivision(units * unitPrice * (WHOLE - discount), CENTS_UNIT);
  if (net >= CENTS_LIMIT || net <= -CENTS_LIMIT) {
    report('unit_price', 'out_of_range', `times units must be below ${AMOUNT_LIMIT}`);
    return null;
  }
  if (concept === null || operation === null || rate === null || withholdingRate === null) return null;
  const { taxType, regime, operationKey, exemptionCode } = operation;
  return {
    number,
    position: input.position ?? null,
    concept,
    notes,
    units: input.units!,
    unitPrice: input.unit_price!,
    net,
    discount,
    rate,
    withholdingRate,
    taxType,
    regime,
    operationKey,
    exemptionCode,
    registeredRate: hasRate(operationKey) ? String(input.tax_rate ?? 0) : null,
  };
}

/** Formats a line as it is printed. */
export function buildLine(read: ReadLine): DocumentLine {
  const { concept, notes, taxType, regime, operationKey, exemptionCode } = read;
  return {
    concept,
    notes,
    units: String(read.units),
    unitPrice: String(read.unitPrice),
    discountPercent: formatRate(read.discount),
    netAmount: formatCents(read.net),
    withholdingRate: formatRate(read.withholdingRate),
    taxType,
    regime,
    operationKey,
    exemptionCode,
    rate: read.registeredRate,
  };
}

function readRequired(
  input: InvoiceLineInput,
  member: 'units' | 'unit_price',
  { isInexact, report }: LineContext,
): bigint | null {
  const value = input[member];
  if (value === null || value === undefined) {
    report(member, 'blank', "can't be blank");
    return null;
  }
  return readNumber(value, member, { decimals: AMOUNT_DECIMALS, isInexact: isInexact(member), report });
}

/** Returns whether a rate is registered: for operations that are subject and not exempt, 0 with reverse charge (AEAT 1198, 1237, 1238). */
function hasRate(operationKey: DocumentLine['operationKey']): boolean {
  return operationKey === 'S1' || operationKey === 'S2';
}

/** @returns null for 0. */
function formatRate(rate: bigint): string | null {
  return rate === 0n ? null : formatDecimal(rate, RATE_DECIMALS, 0);
}
