import type { InvoiceDocument, PrintableInvoice } from '../../contracts/invoice-document.ts';
import { negateDecimal } from './languages/notation.ts';
import type { Wording } from './languages/wording.ts';

/** What a reader has to do about an invoice: what its last amount is called, and how much it is. */
export type AmountToPay = {
  readonly label: keyof Pick<
    Wording['labels'],
    'payable' | 'paidAmount' | 'inFavour' | 'total' | 'annulledAmount'
  >;
  readonly amount: string;
  /** Something is still to be paid: only then does the invoice say until when and to which account. */
  readonly isDue: boolean;
  /** The registered total is another amount, and stands above with what leads from it to this one. */
  readonly differsFromTotal: boolean;
};

type Payable = Pick<PrintableInvoice, 'annulledOn'> & {
  readonly document: Pick<InvoiceDocument, 'totals' | 'paid'>;
};

/** Judges the amount to pay of an invoice. What was annulled or is paid is not to be paid, and what is negative the issuer owes. */
export function judgeAmountToPay({ document: { totals, paid }, annulledOn }: Payable): AmountToPay {
  const { payable, total, withholdings, reimbursableExpenses } = totals;
  const isDerived = payable !== total || withholdings.length > 0 || reimbursableExpenses !== null;
  if (annulledOn !== null)
    return { label: 'annulledAmount', amount: payable, isDue: false, differsFromTotal: isDerived };
  if (paid === true) {
    const label = isDerived ? 'paidAmount' : 'total';
    return { label, amount: payable, isDue: false, differsFromTotal: isDerived };
  }
  if (payable.startsWith('-')) {
    const amount = negateDecimal(payable);
    return { label: 'inFavour', amount, isDue: false, differsFromTotal: true };
  }
  const isDue = /[1-9]/.test(payable);
  return { label: 'payable', amount: payable, isDue, differsFromTotal: isDerived };
}
