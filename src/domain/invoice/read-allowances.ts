import { CHARGE_TAXES, type ChargeTax, type InvoiceType, type Supply } from '../../contracts/codes.ts';
import { MAX_ALLOWANCES } from '../../contracts/limits.ts';
import type { DocumentAllowance, Recipient } from '../../contracts/invoice-document.ts';
import type { ChargeInput, InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { formatCents, formatDecimal } from '../money/decimals.ts';
import { RATE_DECIMALS, type InexactNumbers } from '../reading/read-number.ts';
import { classifyOperation, type Operation } from '../tax/classify-operation.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import type { Findings } from '../reading/findings.ts';
import { readCode } from '../reading/read-text.ts';
import { checkOperationConditions } from './check-conditions.ts';
import { checkGroupOfAllowance, checkSurchargeOfCharge } from './check-tax-group.ts';
import type { LineContext } from './line-context.ts';
import { type Charges, formatCharges, readCharges, taxGroupOf } from './read-charges.ts';
import { type LineAllowance, readAllowanceAmount } from './read-line-allowances.ts';
import type { ReadLine } from './read-line.ts';
import { readSupply } from './read-supply.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** An allowance or a charge of the whole invoice (EN 16931 BG-20, BG-21). */
export type ReadAllowance = LineAllowance &
  Operation &
  Charges & {
    readonly isCharge: boolean;
    /** Path of the item in the invoice: `charges[1]`. */
    readonly place: string;
    /** Name of the item in messages: `Charge 2`. */
    readonly label: Text;
    readonly supply: Supply | null;
    /** The tax or levy that a charge is; null for an allowance and a plain charge. */
    readonly taxCode: ChargeTax | null;
  };

const KINDS = [
  { member: 'allowances', isCharge: false },
  { member: 'charges', isCharge: true },
] as const;

/**
 * Reads the allowances and charges of an invoice. A percentage applies to the lines of the same tax
 * group. An allowance belongs to such lines; a charge may have a tax of its own, but not without
 * the recargo de equivalencia that the lines have.
 * @param lines those that passed their own rules; what depends on all of them is checked only if
 *   none is missing.
 * @returns those that passed their rules.
 */
export function readAllowances(
  input: InvoiceInput,
  lines: readonly ReadLine[],
  context: Omit<LineContext, 'report' | 'isInexact' | 'property'> & {
    readonly inexactNumbers: InexactNumbers;
    /** null if the invoice type is refused. */
    readonly type: InvoiceType | null;
    readonly recipients: readonly Recipient[];
  },
): readonly ReadAllowance[] {
  const { findings, inexactNumbers, rules, type, recipients } = context;
  const read: ReadAllowance[] = [];
  if (!input.allowances && !input.charges) return read;
  const findGroups = openGroups(lines);
  const hasAllLines = lines.length === (input.lines ?? []).length;
  for (const { member, isCharge } of KINDS) {
    const inputs = input[member] ?? [];
    if (inputs.length > MAX_ALLOWANCES) {
      findings.report(member, 'too_many', formatMessage('more_items', { most: MAX_ALLOWANCES }));
      continue;
    }
    for (const [index, each] of inputs.entries()) {
      const place = `${member}[${index}]`;
      const name = formatMessage(member, { number: index + 1 });
      const report = findings.reportIn<keyof ChargeInput>(place, name);
      const isInexact = (named: string) => inexactNumbers?.has(`${place}.${named}`) ?? false;
      const operation = classifyOperation(each, rules, report);
      if (operation === null) continue;
      if (isTaxedOnMargin(operation) || operation.regime === '06') {
        report(
          'tax_regime',
          'not_allowed',
          formatMessage('regime_only_in_lines', { regime: operation.regime }),
        );
        continue;
      }
      const supply = readSupply(each, report);
      if (supply === undefined) continue;
      const taxCode = isCharge
        ? readCode(input.charges?.[index]?.tax_code, CHARGE_TAXES, 'tax_code', report)
        : null;
      if (taxCode === undefined) continue;
      if (type !== null) checkOperationConditions(operation, type, recipients, report);
      // An allowance gives back, a charge does not.
      const isDifference = context.isDifference && !isCharge;
      const charges = readCharges(each, operation, { ...context, isDifference, isInexact, report });
      if (charges === null) continue;
      const taxed = { ...operation, ...charges };
      const own = findGroups();
      const { firsts } = own;
      if (hasAllLines && isCharge) checkSurchargeOfCharge(taxed, firsts, context.operationDay, report);
      if (hasAllLines && !isCharge && !checkGroupOfAllowance(taxed, firsts, report)) continue;
      const findSum = () => own.sums.get(taxGroupOf(taxed)) ?? (hasAllLines ? null : 0n);
      const amount = readAllowanceAmount(each, findSum, { isInexact, report });
      if (amount !== null)
        read.push({ isCharge, place, label: name, supply, taxCode, ...amount, ...operation, ...charges });
    }
  }
  if (hasAllLines && !context.isDifference) refuseExcess(read, findGroups().sums, findings);
  return read;
}

/**
 * Reports allowances that exceed what the lines and charges of their tax add up to: a discount
 * lowers a price, and cannot make it negative.
 */
function refuseExcess(read: readonly ReadAllowance[], sums: LineGroups['sums'], findings: Findings): void {
  for (const [group, own] of Map.groupBy(read, taxGroupOf)) {
    const lines = sums.get(group) ?? 0n;
    const sumOf = (isCharge: boolean) =>
      own.reduce((sum, each) => (each.isCharge === isCharge ? sum + each.amount : sum), 0n);
    const [price, given] = [lines + sumOf(true), sumOf(false)];
    if (given <= 0n || lines < 0n || given <= price) continue;
    const { place, label, percent } = own.findLast(({ isCharge }) => !isCharge)!;
    const says = formatMessage('discounts_over_price', {
      given: formatCents(given),
      price: formatCents(price),
    });
    findings.reportIn<'amount' | 'percent'>(place, label)(
      percent === null ? 'amount' : 'percent',
      'out_of_range',
      says,
    );
  }
}

/** The tax groups of lines: one line of each, and the sum of each in cents by its key. */
type LineGroups = { readonly firsts: readonly ReadLine[]; readonly sums: ReadonlyMap<string, bigint> };

/** Returns a function that finds the tax groups of lines. It adds all lines on its first call. */
function openGroups(lines: readonly ReadLine[]): () => LineGroups {
  let groups: LineGroups | null = null;
  return () => {
    if (groups !== null) return groups;
    const sums = new Map<string, bigint>();
    const firsts: ReadLine[] = [];
    for (const line of lines) {
      const key = taxGroupOf(line);
      const sum = sums.get(key);
      if (sum === undefined) firsts.push(line);
      sums.set(key, (sum ?? 0n) + line.amount);
    }
    groups = { firsts, sums };
    return groups;
  };
}

/**
 * Formats an allowance or a charge as it is printed.
 * @param net its amount without tax, in cents.
 */
export function buildAllowance(read: ReadAllowance, net: bigint, isWithTax: boolean): DocumentAllowance {
  const { isCharge, reason, percent, taxType, regime, operationKey, exemptionCode, registeredRate } = read;
  return {
    isCharge,
    reason,
    percent: percent === null ? null : formatDecimal(percent, RATE_DECIMALS, 0),
    amount: formatCents(net),
    ...(isWithTax && { grossAmount: formatCents(read.amount) }),
    taxType,
    regime,
    operationKey,
    exemptionCode,
    rate: registeredRate,
    ...formatCharges(read),
    ...(read.supply !== null && { supply: read.supply }),
    ...(read.taxCode !== null && { taxCode: read.taxCode }),
  };
}
