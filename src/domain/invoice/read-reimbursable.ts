import { MAX_REIMBURSABLE_EXPENSES } from '../../contracts/limits.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { InvoiceInput, ReimbursableExpenseInput } from '../../contracts/v2/invoice-input.ts';
import { REIMBURSABLE_EXPENSE } from '../../contracts/v2/nested-members.ts';
import { formatCents } from '../money/decimals.ts';
import type { Findings } from '../reading/findings.ts';
import { type InexactNumbers, readNumber } from '../reading/read-number.ts';
import { isBlank, readMember } from '../reading/read-text.ts';

/** The suplidos of an invoice (LIVA art. 78.Tres.3.º). */
type Reimbursable = {
  /** One by one; empty if only their sum was given. */
  readonly expenses: NonNullable<InvoiceDocument['reimbursableExpenses']>;
  /** In cents; null if it was refused. */
  readonly total: bigint | null;
};

/**
 * Reads the suplidos: their sum, or each of them, which add up to it. One that is given back is
 * negative.
 */
export function readReimbursable(
  input: InvoiceInput,
  inexactNumbers: InexactNumbers,
  findings: Findings,
): Reimbursable {
  const stated = readAmount(input, 'total_reimbursable_expenses_amount', inexactNumbers, findings);
  const given = input.reimbursable_expenses ?? [];
  if (given.length === 0) return { expenses: [], total: stated };
  const { report } = findings;
  if (given.length > MAX_REIMBURSABLE_EXPENSES) {
    const says = formatMessage('more_expenses', { most: MAX_REIMBURSABLE_EXPENSES });
    report('reimbursable_expenses', 'too_many', says);
    return { expenses: [], total: null };
  }
  const read = given.map((each, place) => readExpense(each, place, inexactNumbers, findings));
  const expenses = read.filter((each) => each !== null);
  if (expenses.length < read.length) return { expenses: [], total: null };
  const total = expenses.reduce((sum, { amount }) => sum + amount, 0n);
  if (total < 0n) report('reimbursable_expenses', 'out_of_range', formatMessage('expenses_negative'));
  const isStated = (input.total_reimbursable_expenses_amount ?? null) !== null;
  if (isStated && stated !== null && stated !== total) {
    const says = formatMessage('expenses_differ', {
      sum: formatCents(total),
      stated: formatCents(stated),
    });
    report('reimbursable_expenses', 'inconsistent', says);
  }
  return {
    expenses: expenses.map(({ description, amount }) => ({ description, amount: formatCents(amount) })),
    total,
  };
}

function readExpense(
  input: ReimbursableExpenseInput,
  place: number,
  inexactNumbers: InexactNumbers,
  findings: Findings,
): { readonly description: string; readonly amount: bigint } | null {
  const path = `reimbursable_expenses[${place}]`;
  const report = findings.reportIn<keyof ReimbursableExpenseInput>(
    path,
    formatMessage('reimbursable_expense', { number: place + 1 }),
  );
  if (isBlank(input.description)) report('description', 'blank', formatMessage('blank'));
  const description = readMember(REIMBURSABLE_EXPENSE.members, input, 'description', report);
  if (input.amount === null || input.amount === undefined) {
    report('amount', 'blank', formatMessage('blank'));
    return null;
  }
  const isInexact = inexactNumbers?.has(`${path}.amount`) ?? false;
  const amount = readNumber(input.amount, 'amount', { decimals: 2, isInexact, report });
  return description === null || amount === null ? null : { description, amount };
}

/**
 * Reads an amount that is 0 or more. More than two decimals are refused, never rounded.
 * @returns cents; null if refused.
 */
export function readAmount(
  input: InvoiceInput,
  member: 'total_reimbursable_expenses_amount' | 'prepaid_amount',
  inexactNumbers: InexactNumbers,
  { report }: Findings,
): bigint | null {
  const isInexact = inexactNumbers?.has(member) ?? false;
  const cents = readNumber(input[member] ?? 0, member, { decimals: 2, isInexact, report });
  if (cents === null || cents >= 0n) return cents;
  report(member, 'out_of_range', formatMessage('negative'));
  return null;
}
