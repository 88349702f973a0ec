import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatCents, formatDecimal } from '../money/format-decimal.ts';
import { roundDivision } from '../money/round-division.ts';
import type { Report } from '../reading/findings.ts';
import { RATE_DECIMALS } from '../reading/read-number.ts';
import { AMOUNT_LIMIT, NET_DECIMALS, type ReadLine } from './read-line.ts';

/** AEAT's Desglose has room for 12 details. */
const MAX_GROUPS = 12;
const CENTS_UNIT = 10n ** BigInt(NET_DECIMALS - 2);
/** Cents × hundredths of a per cent, down to cents. */
const RATE_UNIT = 100_00n;
const CENTS_LIMIT = AMOUNT_LIMIT * 100n;

type Sum = { net: bigint; readonly rate: bigint; readonly first: ReadLine };
type Taxed = { readonly base: bigint; readonly amount: bigint };
export type InvoiceAmounts = Pick<InvoiceDocument, 'groups' | 'totals'> & {
  /** ImporteTotal in cents. */
  readonly total: bigint;
};

/**
 * Adds the lines up: exact nets per tax group, rounded to cents once, tax on the rounded base, rounded once; so that every total
 * is the sum of what is printed. Withholding is taken the same way per rate, and stays out of AEAT's ImporteTotal (FAQ 20 to 22).
 * @param reimbursableCents suplidos, in cents.
 * @returns null when the sums do not fit a record.
 */
export function computeTotals(
  lines: readonly ReadLine[],
  reimbursableCents: bigint,
  report: Report,
): InvoiceAmounts | null {
  const sums = sumBy(lines, taxGroupOf, (line) => line.rate);
  if (sums.length > MAX_GROUPS) {
    report(`Lines make up ${sums.length} tax groups, an invoice can have at most ${MAX_GROUPS}`);
    return null;
  }
  const taxes = sums.map(chargeRate);
  const withheld = sumBy(lines.filter(isWithheld), withholdingOf, (line) => line.withholdingRate);
  const withholdings = withheld.map(chargeRate);
  const base = addUp(taxes, 'base');
  const tax = addUp(taxes, 'amount');
  const total = base + tax;
  const payable = total - addUp(withholdings, 'amount') + reimbursableCents;
  const amounts = [
    base,
    tax,
    total,
    payable,
    ...[...taxes, ...withholdings].flatMap((each) => [each.base, each.amount]),
  ];
  if (amounts.some((amount) => amount >= CENTS_LIMIT || amount <= -CENTS_LIMIT)) {
    report(`Invoice total must be below ${AMOUNT_LIMIT}, its tax groups and the amount to pay too`);
    return null;
  }
  return {
    total,
    groups: sums.map((sum, index) => buildGroup(sum, taxes[index]!)),
    totals: {
      base: formatCents(base),
      tax: formatCents(tax),
      total: formatCents(total),
      withholdings: withheld.map(({ rate }, index) => ({
        rate: formatDecimal(rate, RATE_DECIMALS, 0),
        base: formatCents(withholdings[index]!.base),
        amount: formatCents(withholdings[index]!.amount),
      })),
      reimbursableExpenses: reimbursableCents === 0n ? null : formatCents(reimbursableCents),
      payable: formatCents(payable),
    },
  };
}

/** Sums exact nets by key, in the order in which the keys appear. */
function sumBy(
  lines: readonly ReadLine[],
  keyOf: (line: ReadLine) => string,
  rateOf: (line: ReadLine) => bigint,
): Sum[] {
  const sums = new Map<string, Sum>();
  for (const line of lines) {
    const key = keyOf(line);
    const sum = sums.get(key);
    if (sum) sum.net += line.net;
    else sums.set(key, { net: line.net, rate: rateOf(line), first: line });
  }
  return [...sums.values()];
}

function taxGroupOf({ line }: ReadLine): string {
  return `${line.taxType} ${line.regime} ${line.operationKey ?? line.exemptionCode} ${line.rate}`;
}

function withholdingOf({ line }: ReadLine): string {
  return line.withholdingRate ?? '';
}

function isWithheld({ withholdingRate }: ReadLine): boolean {
  return withholdingRate !== 0n;
}

function chargeRate({ net, rate }: Sum): Taxed {
  const base = roundDivision(net, CENTS_UNIT);
  return { base, amount: roundDivision(base * rate, RATE_UNIT) };
}

function addUp(parts: readonly Taxed[], member: keyof Taxed): bigint {
  return parts.reduce((sum, part) => sum + part[member], 0n);
}

function buildGroup({ first: { line } }: Sum, { base, amount }: Taxed): TaxGroup {
  return {
    taxType: line.taxType,
    regime: line.regime,
    operationKey: line.operationKey,
    exemptionCode: line.exemptionCode,
    rate: line.rate,
    base: formatCents(base),
    tax: formatCents(amount),
  };
}
