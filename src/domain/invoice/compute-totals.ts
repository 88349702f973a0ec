import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatCents, formatDecimal, roundDivision } from '../money/decimals.ts';
import type { Report } from '../reading/findings.ts';
import { RATE_DECIMALS } from '../reading/read-number.ts';
import { AMOUNT_LIMIT, CENTS_LIMIT, type ReadLine } from './read-line.ts';

/** AEAT's Desglose has at most 12 details. */
const MAX_GROUPS = 12;
/** Divides the product of cents and hundredths of a per cent, to give cents. */
const RATE_UNIT = 100_00n;

type Sum = { base: bigint; readonly rate: bigint; readonly first: ReadLine };
type TaxedSum = Readonly<Sum> & { readonly amount: bigint };
export type InvoiceAmounts = {
  readonly groups: readonly TaxedSum[];
  readonly withholdings: readonly TaxedSum[];
  /** In cents. */
  readonly base: bigint;
  readonly tax: bigint;
  /** ImporteTotal. */
  readonly total: bigint;
  readonly reimbursable: bigint;
  readonly payable: bigint;
};

/**
 * Computes the totals of an invoice. Adds the net amounts of each tax group and rounds the tax on that sum to cents once, so every total
 * is the sum of the printed amounts. Computes withholding in the same way per rate; AEAT's ImporteTotal excludes it (FAQ 20 to 22).
 * @param reimbursable suplidos, in cents.
 * @returns null if there are more than 12 tax groups or an amount does not fit a record; the fault is reported.
 */
export function computeTotals(
  lines: readonly ReadLine[],
  reimbursable: bigint,
  report: Report,
): InvoiceAmounts | null {
  const sums = sumBy(lines, taxGroupOf, (line) => line.rate);
  if (sums.length > MAX_GROUPS) {
    report(
      'lines',
      'too_many',
      `make up ${sums.length} tax groups, an invoice can have at most ${MAX_GROUPS}`,
    );
    return null;
  }
  const groups = sums.map(chargeRate);
  const withheld = lines.some(isWithheld) ? lines.filter(isWithheld) : [];
  const withholdings = sumBy(withheld, withholdingOf, (line) => line.withholdingRate).map(chargeRate);
  const base = addUp(groups, 'base');
  const tax = addUp(groups, 'amount');
  const total = base + tax;
  const payable = total - addUp(withholdings, 'amount') + reimbursable;
  const fits =
    [base, tax, total, payable].every(isBelowLimit) &&
    [...groups, ...withholdings].every((each) => isBelowLimit(each.base) && isBelowLimit(each.amount));
  if (!fits) {
    report(
      'lines',
      'out_of_range',
      `add up to too much: the invoice total, its tax groups and the amount to pay must be below ${AMOUNT_LIMIT}`,
    );
    return null;
  }
  return { groups, withholdings, base, tax, total, reimbursable, payable };
}

/** Formats the amounts as decimal strings, as they are printed. */
export function buildTotals(amounts: InvoiceAmounts): Pick<InvoiceDocument, 'groups' | 'totals'> {
  const { groups, withholdings, base, tax, total, reimbursable, payable } = amounts;
  return {
    groups: groups.map(buildGroup),
    totals: {
      base: formatCents(base),
      tax: formatCents(tax),
      total: formatCents(total),
      withholdings: withholdings.map((each) => ({
        rate: formatDecimal(each.rate, RATE_DECIMALS, 0),
        base: formatCents(each.base),
        amount: formatCents(each.amount),
      })),
      reimbursableExpenses: reimbursable === 0n ? null : formatCents(reimbursable),
      payable: formatCents(payable),
    },
  };
}

/** Sums net amounts by key, in the order in which the keys appear. */
function sumBy(
  lines: readonly ReadLine[],
  keyOf: (line: ReadLine) => string,
  rateOf: (line: ReadLine) => bigint,
): Sum[] {
  const sums = new Map<string, Sum>();
  for (const line of lines) {
    const key = keyOf(line);
    const sum = sums.get(key);
    if (sum) sum.base += line.net;
    else sums.set(key, { base: line.net, rate: rateOf(line), first: line });
  }
  return [...sums.values()];
}

function taxGroupOf(line: ReadLine): string {
  return `${line.taxType} ${line.regime} ${line.operationKey ?? line.exemptionCode} ${line.registeredRate}`;
}

function withholdingOf({ withholdingRate }: ReadLine): string {
  return String(withholdingRate);
}

function isWithheld({ withholdingRate }: ReadLine): boolean {
  return withholdingRate !== 0n;
}

function isBelowLimit(cents: bigint): boolean {
  return cents < CENTS_LIMIT && cents > -CENTS_LIMIT;
}

function chargeRate(sum: Sum): TaxedSum {
  return { ...sum, amount: roundDivision(sum.base * sum.rate, RATE_UNIT) };
}

function addUp(parts: readonly TaxedSum[], member: 'base' | 'amount'): bigint {
  return parts.reduce((sum, part) => sum + part[member], 0n);
}

function buildGroup({ first, base, amount }: TaxedSum): TaxGroup {
  return {
    taxType: first.taxType,
    regime: first.regime,
    operationKey: first.operationKey,
    exemptionCode: first.exemptionCode,
    rate: first.registeredRate,
    base: formatCents(base),
    tax: formatCents(amount),
  };
}
