import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { formatCents, readCents } from '../money/decimals.ts';
import type { Findings, ReportOn } from '../reading/findings.ts';
import type { ReadAllowance } from './read-allowances.ts';
import type { Charges } from './read-charges.ts';
import type { ForeignCurrency } from './read-currency.ts';
import type { AllowanceMember, LineAllowance } from './read-line-allowances.ts';
import type { ReadLine } from './read-line.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/**
 * Returns the smallest unit of a currency in cents: 100 for a currency without decimals.
 * @param currency null for euros.
 */
export function smallestUnit(currency: ForeignCurrency | null): bigint {
  return currency?.isWhole === true ? 100n : 1n;
}

/** What an invoice states. Amounts are in cents. */
type Stated = {
  readonly lines: readonly ReadLine[];
  readonly allowances: readonly ReadAllowance[];
  readonly pricesIncludeTax: boolean;
  readonly reimbursable: bigint | null;
  /** The suplidos one by one. */
  readonly expenses: NonNullable<InvoiceDocument['reimbursableExpenses']>;
  readonly prepaid: bigint;
  /** null if the invoice states no payment. */
  readonly payment: InvoiceDocument['payment'] | null;
};

/**
 * Refuses amounts that are no whole numbers in a currency without decimals (ISO 4217). Only taxes
 * and withholdings, which the engine computes, are rounded to whole units (`computeTotals`). Prices
 * without tax that are computed from prices with tax would not be whole.
 * @param currency null for euros.
 */
export function checkWholeAmounts(
  currency: ForeignCurrency | null,
  { lines, allowances, pricesIncludeTax, reimbursable, expenses, prepaid, payment }: Stated,
  findings: Findings,
): void {
  if (currency?.isWhole !== true) return;
  const { currency: code } = currency;
  const unit = smallestUnit(currency);
  const check = <Member extends string>(
    amount: bigint | null,
    member: Member,
    report: ReportOn<Member>,
  ): void => {
    if (amount === null || amount % unit === 0n) return;
    const says = formatMessage('amount_in_whole_units', { amount: formatCents(amount), currency: code });
    report(member, 'too_many_digits', says);
  };
  const checkItem = ({ amount, percent }: LineAllowance, report: ReportOn<AllowanceMember>): void => {
    if (percent === null || amount % unit === 0n) return check(amount, 'amount', report);
    const says = formatMessage('percent_in_whole_units', { amount: formatCents(amount), currency: code });
    report('percent', 'too_many_digits', says);
  };
  expenses.forEach(({ amount }, place) =>
    check(
      readCents(amount),
      'amount',
      findings.reportIn(
        `reimbursable_expenses[${place}]`,
        formatMessage('reimbursable_expense', { number: place + 1 }),
      ),
    ),
  );
  if (pricesIncludeTax && (lines.some(isTaxed) || allowances.some(isTaxed))) {
    const says = formatMessage('prices_include_tax_in_whole_units', { currency: code });
    findings.report('prices_include_tax', 'not_allowed', says);
  }
  for (const line of lines) {
    const report = findings.reportOnLine(line.number - 1);
    if (line.amount % unit !== 0n) {
      const says = formatMessage('line_in_whole_units', { amount: formatCents(line.amount), currency: code });
      report('unit_price', 'too_many_digits', says);
    }
    check(line.margin, 'margin', report);
    check(line.costBase, 'cost_base', report);
    for (const [list, items] of [
      ['allowances', line.allowances],
      ['charges', line.addedCharges],
    ] as const)
      for (const [index, item] of items.entries()) {
        const place = `lines[${line.number - 1}].${list}[${index}]`;
        const label = () => formatMessage(`line_${list}`, { line: line.number, number: index + 1 });
        checkItem(item, findings.reportIn(place, label));
      }
  }
  for (const item of allowances) checkItem(item, findings.reportIn(item.place, item.label));
  check(reimbursable, 'total_reimbursable_expenses_amount', findings.report);
  check(prepaid, 'prepaid_amount', findings.report);
  for (const [index, { amount }] of (payment?.due ?? []).entries()) {
    const report = findings.reportIn<'amount'>(`payment.due[${index}]`, () =>
      formatMessage('due_date', { number: index + 1 }),
    );
    check(readCents(amount), 'amount', report);
  }
}

function isTaxed({ rate, surchargeRate, foreign }: Charges): boolean {
  return rate > 0n || (surchargeRate ?? 0n) > 0n || (foreign?.rate ?? 0n) > 0n;
}
