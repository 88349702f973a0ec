import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { formatCents } from '../money/decimals.ts';
import { type Findings, MEMBER_NAMES } from '../reading/findings.ts';
import { type InexactNumbers, readNumber } from '../reading/read-number.ts';
import type { InvoiceAmounts } from './compute-totals.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/**
 * Compares the amounts that the caller states with the computed ones: its total, and the amounts
 * that fall due. The stated total may differ by the smallest unit of the currency, because systems
 * round differently.
 * @param given `dueSum`: the sum of the amounts that fall due, in cents; null if none are stated.
 *   `unit`: the smallest unit of the currency in cents.
 */
export function checkStatedAmounts(
  { total: value }: InvoiceInput,
  { total, foreignTax, payable }: InvoiceAmounts,
  {
    dueSum,
    unit,
    inexactNumbers,
  }: {
    readonly dueSum: bigint | null;
    readonly unit: bigint;
    readonly inexactNumbers: InexactNumbers;
  },
  findings: Findings,
): void {
  const charged = total + foreignTax;
  if (value !== null && value !== undefined) {
    const isInexact = inexactNumbers?.has('total') ?? false;
    const stated = readNumber(value, 'total', { decimals: 2, isInexact, report: findings.report });
    const difference = stated === null ? 0n : stated - charged;
    if (stated !== null && (difference > unit || difference < -unit || stated % unit !== 0n)) {
      const says = formatMessage('total_differs', {
        stated: formatCents(stated),
        charged: formatCents(charged),
      });
      findings.report('total', 'inconsistent', says);
    }
  }
  if (dueSum !== null && dueSum !== payable) {
    const report = findings.reportIn<'due'>('payment', MEMBER_NAMES.payment);
    const says = formatMessage('due_amounts_differ', {
      sum: formatCents(dueSum),
      payable: formatCents(payable),
    });
    report('due', 'inconsistent', says);
  }
}
