import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { type AmountToPay, judgeAmountToPay } from '../invoice/amount-to-pay.ts';
import { isPersonNif } from 'verifactu-protocol/records/nif';
import { negateDecimal } from '../money/decimals.ts';
import { formatAmount, formatRate } from './notation.ts';

/**
 * The Spanish names of the amount to pay. `total` has no sentence, because it is the total of the
 * invoice.
 */
const LABELS: Readonly<Record<AmountToPay['label'], string | null>> = {
  payable: 'Total a pagar',
  paidAmount: 'Importe pagado',
  refundedAmount: 'Importe devuelto',
  inFavour: 'Importe a su favor',
  total: null,
  annulledAmount: null,
};
const AFTER_WITHHOLDING = 'Líquido a percibir';

/**
 * Returns the sentence about withholdings, suplidos and deposits with the amount that remains, as
 * the page states it; null if there are neither withholdings nor suplidos, because the terms of EN
 * 16931 state deposits. A withholding is of the IRPF if the issuer is a natural person; that of a
 * company is of the Impuesto sobre Sociedades (RD 439/2007, art. 95; RD 634/2015, art. 61).
 */
export function describePayable(document: InvoiceDocument): string | null {
  const { withholdings, reimbursableExpenses, prepaid } = document.totals;
  if (withholdings.length === 0 && reimbursableExpenses === null) return null;
  const print = (amount: string) => formatAmount(amount, document);
  const { label, amount: remaining } = judgeAmountToPay({ document, annulledOn: null });
  const name = isPersonNif(document.issuer.nif) ? 'Retención IRPF' : 'Retención';
  const named = label === 'payable' && withholdings.length > 0 ? AFTER_WITHHOLDING : LABELS[label];
  const sentences = [
    ...withholdings.map(
      ({ rate, base, amount }) =>
        `${name} ${formatRate(rate)} s/ ${print(base)}: ${print(negateDecimal(amount))}.`,
    ),
    reimbursableExpenses === null
      ? null
      : `Suplidos (art. 78.Tres.3.º LIVA): ${print(reimbursableExpenses)}${listExpenses(document)}.`,
    prepaid === undefined ? null : `Anticipos: ${print(negateDecimal(prepaid))}.`,
    named === null ? null : `${named}: ${print(remaining)}.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

/** Lists the suplidos that are stated one by one, in brackets; empty if only their sum is. */
function listExpenses(document: InvoiceDocument): string {
  const { reimbursableExpenses: expenses = [] } = document;
  const named = expenses.map(({ description, amount }) => `${description} ${formatAmount(amount, document)}`);
  return named.length === 0 ? '' : ` (${named.join('; ')})`;
}

/** States the suplidos one by one, for a format that has their sum; null if they are not stated. */
export function describeExpenses(document: InvoiceDocument): string | null {
  const listed = listExpenses(document);
  return listed === '' ? null : `Suplidos${listed}.`;
}
