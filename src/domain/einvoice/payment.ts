import type { PaymentMeans } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { findOwnAccount, findTransferAccount, type ProfileAccount } from '../invoice/transfer-account.ts';
import type { PaymentInstructions } from './terms.ts';

/** A payment means: its code (UNTDID 4461) and its Spanish name. */
type Means = { readonly code: string; readonly name: string };

const CREDIT_TRANSFER_SEPA = '58';
/** Not defined: for a transfer without an account, which codes 30 and 58 require (BR-61). */
const NOT_DEFINED = '1';

const MEANS: Readonly<Record<PaymentMeans, Means>> = {
  bank_transfer: { code: CREDIT_TRANSFER_SEPA, name: 'Transferencia bancaria' },
  bank_remittance: { code: '59', name: 'Domiciliación bancaria' },
  direct_debit: { code: '59', name: 'Adeudo directo SEPA' },
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

/** Builds BG-16; undefined if the invoice states no payment means. @param profile that of the issuer, to whose account a transfer may be made. */
export function buildPayment(
  document: InvoiceDocument,
  profile: ProfileAccount | null,
): PaymentInstructions | undefined {
  const { paymentMethod } = document;
  if (paymentMethod === null) return undefined;
  const { code, name } = MEANS[paymentMethod];
  if (paymentMethod === 'bank_transfer') {
    const account = findTransferAccount(document, profile);
    if (account === null) return { 'BT-81': NOT_DEFINED, 'BT-82': name };
    const { iban, bic } = account;
    return { 'BT-81': code, 'BT-82': name, 'BT-84': iban, ...(bic !== null && { 'BT-86': bic }) };
  }
  const isDebit = paymentMethod === 'direct_debit' || paymentMethod === 'bank_remittance';
  return { 'BT-81': code, 'BT-82': name, ...(isDebit && buildDebit(document)) };
}

/** Builds the direct debit (BG-19). Its account is that of the debtor, so it is never that of the issuer's profile. */
function buildDebit(document: InvoiceDocument): Pick<PaymentInstructions, 'BT-89' | 'BT-90' | 'BT-91'> {
  const { payment } = document;
  const account = findOwnAccount(document);
  return {
    ...(payment?.mandateReference && { 'BT-89': payment.mandateReference }),
    ...(payment?.creditorId && { 'BT-90': payment.creditorId }),
    ...(account !== null && { 'BT-91': account.iban }),
  };
}

/** Returns the only due date; undefined if there is none, or more than one, which are part of the payment terms. */
export function findDueDate({ dueDate, payment }: InvoiceDocument): string | undefined {
  const due = payment?.due ?? [];
  if (due.length === 1) return due[0]!.date;
  return due.length > 1 ? undefined : (dueDate ?? undefined);
}
