import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import { negateDecimal } from '../money/decimals.ts';
import { isAmountDue } from './transfer-account.ts';

/**
 * The amount to pay of an invoice: its label, its value, and whether something remains to be done.
 */
export type AmountToPay = {
  readonly label: 'payable' | 'paidAmount' | 'refundedAmount' | 'inFavour' | 'total' | 'annulledAmount';
  readonly amount: string;
  /**
   * Whether an amount is still due. Only then does the invoice show the due date and the account.
   */
  readonly isDue: boolean;
  /** Label of a payment or refund that has already been made; null when there is none. */
  readonly settled: 'paid' | 'refunded' | null;
  /** Whether money is or was transferred. Only then does the invoice show the payment method. */
  readonly hasPayment: boolean;
};

type Payable = Pick<PrintableInvoice, 'annulledOn'> & {
  readonly document: Pick<InvoiceDocument, 'totals' | 'paid' | 'type'>;
};

const NO_PAYMENT = { isDue: false, settled: null, hasPayment: false } as const;

/**
 * Determines the amount to pay of an invoice. An annulled or paid invoice has none. The issuer owes
 * a negative amount.
 */
export function judgeAmountToPay({ document, annulledOn }: Payable): AmountToPay {
  const { totals, paid, type } = document;
  const { payable, total, withholdings, reimbursableExpenses, foreignTax, prepaid } = totals;
  const isDerived =
    payable !== total ||
    withholdings.length > 0 ||
    reimbursableExpenses !== null ||
    foreignTax !== undefined ||
    prepaid !== undefined;
  const isNegative = payable.startsWith('-');
  if (annulledOn !== null) return { ...NO_PAYMENT, label: 'annulledAmount', amount: total };
  // Debtors in insolvency, and those who never paid, receive no refund; they still owe the price
  // (LIVA art. 80.Tres and Cuatro).
  if (isNegative && (type === 'R2' || type === 'R3')) return { ...NO_PAYMENT, label: 'total', amount: total };
  if (paid === true) {
    const settled = isNegative ? 'refunded' : 'paid';
    if (!isDerived) return { label: 'total', amount: payable, isDue: false, settled, hasPayment: true };
    return isNegative
      ? {
          label: 'refundedAmount',
          amount: negateDecimal(payable),
          isDue: false,
          settled,
          hasPayment: true,
        }
      : { label: 'paidAmount', amount: payable, isDue: false, settled, hasPayment: true };
  }
  if (isNegative) {
    const amount = negateDecimal(payable);
    return {
      label: 'inFavour',
      amount,
      isDue: false,
      settled: null,
      hasPayment: true,
    };
  }
  return {
    label: 'payable',
    amount: payable,
    isDue: isAmountDue(document),
    settled: null,
    hasPayment: true,
  };
}
