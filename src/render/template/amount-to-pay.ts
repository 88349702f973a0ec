import type { InvoiceDocument, PrintableInvoice } from '../../contracts/invoice-document.ts';
import { negateDecimal } from './languages/notation.ts';
import type { Wording } from './languages/wording.ts';

/** What a reader has to do about an invoice: what its last amount is called, and how much it is. */
export type AmountToPay = {
  readonly label: keyof Pick<
    Wording['labels'],
    'payable' | 'paidAmount' | 'refundedAmount' | 'inFavour' | 'total' | 'annulledAmount'
  >;
  readonly amount: string;
  /** Something is still to be paid: only then does the invoice say until when and to which account. */
  readonly isDue: boolean;
  /** What was done about it already. */
  readonly settled: keyof Pick<Wording['labels'], 'paid' | 'refunded'> | null;
  /** Money passes, or has passed: only then does the invoice say how. */
  readonly hasPayment: boolean;
};

type Payable = Pick<PrintableInvoice, 'annulledOn'> & {
  readonly document: Pick<InvoiceDocument, 'totals' | 'paid' | 'type'>;
};

const NO_PAYMENT = { isDue: false, settled: null, hasPayment: false } as const;

/** Judges the amount to pay of an invoice. What was annulled or is paid is not to be paid, and what is negative the issuer owes. */
export function judgeAmountToPay({ document: { totals, paid, type }, annulledOn }: Payable): AmountToPay {
  const { payable, total, withholdings, reimbursableExpenses } = totals;
  const isDerived = payable !== total || withholdings.length > 0 || reimbursableExpenses !== null;
  const isNegative = payable.startsWith('-');
  if (annulledOn !== null) return { ...NO_PAYMENT, label: 'annulledAmount', amount: total };
  // Debtors in insolvency, and those who never paid, get nothing back: they owe the price as before (LIVA art. 80.Tres and Cuatro).
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
    isDue: /[1-9]/.test(payable),
    settled: null,
    hasPayment: true,
  };
}
