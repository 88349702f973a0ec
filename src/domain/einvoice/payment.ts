import type { PaymentMeans } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { judgeAmountToPay } from '../invoice/amount-to-pay.ts';
import { findIbans } from '../invoice/find-ibans.ts';
import {
  findOwnAccount,
  findTransferAccount,
  isAmountDue,
  type ProfileAccount,
} from '../invoice/transfer-account.ts';
import { isSepaPayment } from './sepa.ts';
import type { PaymentInstructions } from './terms.ts';

/**
 * A payment means: its code (UNTDID 4461), that of a payment in SEPA if it has another one, and its
 * Spanish name.
 */
type Means = { readonly code: string; readonly inSepa?: string; readonly name: string };

/**
 * Not defined: for a transfer without an account, which codes 30 and 58 require (BR-61), and for a
 * reference without a means.
 */
const NOT_DEFINED = '1';

const MEANS: Readonly<Record<PaymentMeans, Means>> = {
  bank_transfer: { code: '30', inSepa: '58', name: 'Transferencia bancaria' },
  bank_remittance: { code: '49', inSepa: '59', name: 'Domiciliación bancaria' },
  direct_debit: { code: '49', inSepa: '59', name: 'Adeudo directo SEPA' },
  cash: { code: '10', name: 'Efectivo' },
  cash_on_delivery: { code: '10', name: 'Contra reembolso' },
  credit_card: { code: '48', name: 'Tarjeta de crédito' },
  bizum: { code: '68', name: 'Bizum' },
  others: { code: 'ZZZ', name: 'Otros' },
};

/** Returns the Spanish name of a payment means. */
export function nameMeans(means: PaymentMeans): string {
  return MEANS[means].name;
}

/**
 * Builds BG-16; undefined if the invoice states neither a payment means nor a reference, or if no
 * money is transferred, as in a rectification for insolvency.
 * @param profile that of the issuer, to whose account a transfer may be made.
 */
export function buildPayment(
  document: InvoiceDocument,
  profile: ProfileAccount | null,
): PaymentInstructions | undefined {
  const { paymentMethod, payment } = document;
  if (!hasPayment(document)) return undefined;
  const reference = payment?.reference === undefined ? {} : { 'BT-83': payment.reference };
  if (paymentMethod === null)
    return payment?.reference === undefined ? undefined : { 'BT-81': NOT_DEFINED, ...reference };
  const { code, inSepa, name } = MEANS[paymentMethod];
  const choose = (iban: string | null) => (isSepaPayment(document, iban) ? (inSepa ?? code) : code);
  if (paymentMethod === 'bank_transfer') {
    const account = findTransferAccount(document, profile);
    if (account === null) return { 'BT-81': NOT_DEFINED, 'BT-82': name, ...reference };
    const { iban, bic } = account;
    return {
      'BT-81': choose(iban),
      'BT-82': name,
      ...reference,
      'BT-84': iban,
      ...(bic !== null && { 'BT-86': bic }),
    };
  }
  const isDebit = paymentMethod === 'direct_debit' || paymentMethod === 'bank_remittance';
  const iban = isDebit ? (findOwnAccount(document)?.iban ?? null) : null;
  return { 'BT-81': choose(iban), 'BT-82': name, ...reference, ...(isDebit && buildDebit(document)) };
}

/**
 * Builds the direct debit (BG-19). Its account is that of the debtor, so it is never that of the
 * issuer's profile.
 */
function buildDebit(document: InvoiceDocument): Pick<PaymentInstructions, 'BT-89' | 'BT-90' | 'BT-91'> {
  const { payment } = document;
  const account = findOwnAccount(document);
  return {
    ...(payment?.mandateReference && { 'BT-89': payment.mandateReference }),
    ...(payment?.creditorId && { 'BT-90': payment.creditorId }),
    ...(account !== null && { 'BT-91': account.iban }),
  };
}

/** Returns whether money is or was transferred for an invoice. */
export function hasPayment(document: InvoiceDocument): boolean {
  return judgeAmountToPay({ document, annulledOn: null }).hasPayment;
}

/** Lists the dates on which an amount is due, as the page shows them: none if nothing is. */
export function listDueDates(
  document: InvoiceDocument,
): readonly { readonly date: string; readonly amount: string }[] {
  const { dueDate, payment, totals } = document;
  if (!isAmountDue(document)) return [];
  const due = payment?.due ?? [];
  if (due.length > 0) return due;
  return dueDate === null ? [] : [{ date: dueDate, amount: totals.payable }];
}

/**
 * Returns the only due date (BT-9); undefined if there is none, or more than one, which are part of
 * the payment terms.
 */
export function findDueDate(document: InvoiceDocument): string | undefined {
  const due = listDueDates(document);
  return due.length === 1 ? due[0]!.date : undefined;
}

/**
 * Lists the texts of an invoice about its payment. If nothing is due, one with an account is left
 * out, so that nobody pays to it.
 */
export function listTerms(document: InvoiceDocument): string[] {
  const { payment, paymentMethodInfo } = document;
  const hasAccount = findIbans(paymentMethodInfo ?? '').some((piece) => 'iban' in piece);
  const texts = [payment?.terms, hasAccount && !isAmountDue(document) ? null : paymentMethodInfo];
  return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}
