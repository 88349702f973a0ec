import type { PaymentMeans } from '../../../contracts/codes.ts';
import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatCents, readCents } from '../../money/decimals.ts';
import { findOwnAccount, findTransferAccount, type ProfileAccount } from '../../invoice/transfer-account.ts';
import { hasPayment, listTerms, nameMeans } from '../payment.ts';
import { NotExpressible } from '../refusal.ts';
import { fits, limitText } from './limit-text.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

/** InstallmentType. */
export type Installment = {
  readonly dueDate: string;
  readonly amount: string;
  readonly means: string;
  /** AccountToBeCredited. */
  readonly credited?: Account;
  /** PaymentReconciliationReference. */
  readonly reference?: string;
  /** AccountToBeDebited. */
  readonly debited?: Account;
  /** CollectionAdditionalInformation. */
  readonly information?: string;
};

type Account = { readonly iban: string; readonly bic?: string };

const SPECIAL_PAYMENT = '13';
const CREDIT_TRANSFER = '04';
const DIRECT_DEBIT = '02';

/** PaymentMeansType. */
const MEANS: Readonly<Record<PaymentMeans, string>> = {
  cash: '01',
  bank_remittance: DIRECT_DEBIT,
  direct_debit: DIRECT_DEBIT,
  bank_transfer: CREDIT_TRANSFER,
  cash_on_delivery: '18',
  credit_card: '19',
  bizum: SPECIAL_PAYMENT,
  others: SPECIAL_PAYMENT,
};

const MAX_TEXT = 2500;
const MAX_REFERENCE = 60;
const BIC_LENGTH = 11;

/**
 * Builds the installments: one for each due date, or one for the whole amount, which without a due
 * date falls due when the invoice is issued. There are none if the invoice is paid, if no money is
 * transferred, as in a rectification for insolvency, or if it states neither a payment method nor a
 * due date.
 * @param profile that of the issuer, to whose account a transfer may be made.
 * @throws NotExpressible if the amounts that fall due are not the amount to pay.
 */
export function buildInstallments(document: InvoiceDocument, profile: ProfileAccount | null): Installment[] {
  const { payment, paymentMethod, paid, dueDate, issueDate, totals } = document;
  const due = payment?.due ?? [];
  if (
    paid === true ||
    !hasPayment(document) ||
    (paymentMethod === null && dueDate === null && due.length === 0)
  )
    return [];
  const dates = due.length > 0 ? due : [{ date: dueDate ?? issueDate, amount: totals.payable }];
  const sum = dates.reduce((total, { amount }) => total + readCents(amount), 0n);
  if (sum !== readCents(totals.payable)) {
    throw new NotExpressible(
      'InstallmentAmount',
      formatMessage('due_sum_differs', { sum: formatCents(sum), payable: totals.payable }),
      'payment.due',
    );
  }
  const means = chooseMeans(document, profile);
  return dates.map(({ date, amount }) => ({ dueDate: date, amount, ...means }));
}

/**
 * A transfer needs the account to which it is made, so one without an account is stated as a
 * special payment with its name.
 */
function chooseMeans(
  document: InvoiceDocument,
  profile: ProfileAccount | null,
): Omit<Installment, 'dueDate' | 'amount'> {
  const { paymentMethod } = document;
  const credited = findTransferAccount(document, profile);
  const stated = paymentMethod === null ? SPECIAL_PAYMENT : MEANS[paymentMethod];
  const means = stated === CREDIT_TRANSFER && credited === null ? SPECIAL_PAYMENT : stated;
  const debited = means === DIRECT_DEBIT ? findOwnAccount(document) : null;
  const reference = document.payment?.reference;
  const hasElement = reference !== undefined && fits(reference, MAX_REFERENCE);
  const information = describePayment(document, means, hasElement);
  return {
    means,
    ...(credited !== null && { credited: buildAccount(credited) }),
    ...(hasElement && { reference }),
    ...(debited !== null && { debited: buildAccount(debited) }),
    ...(information !== '' && { information }),
  };
}

/** AccountType, whose BIC has 11 characters. */
function buildAccount({ iban, bic }: { readonly iban: string; readonly bic: string | null }): Account {
  return { iban, ...(bic !== null && { bic: bic.padEnd(BIC_LENGTH, 'X') }) };
}

function describePayment(document: InvoiceDocument, means: string, hasReference: boolean): string {
  const { paymentMethod } = document;
  const isNamed = means === SPECIAL_PAYMENT && paymentMethod !== null;
  const text = [
    ...(isNamed ? [`${nameMeans(paymentMethod)}.`] : []),
    ...listPaymentTexts(document, hasReference),
  ];
  return limitText(
    text.join('\n'),
    'CollectionAdditionalInformation',
    MAX_TEXT,
    formatMessage('the_text_about_payment'),
  );
}

/**
 * Lists the texts of an invoice about its payment: who receives it, its reference, the mandate and
 * the creditor of a direct debit, and the terms.
 * @param hasReference whether the reference is stated in its own element.
 */
export function listPaymentTexts(document: InvoiceDocument, hasReference = false): string[] {
  const { payment, payee } = document;
  const payeeTexts = [payee?.name, payee?.documentNumber].filter((text) => text != null);
  return [
    ...(payee ? [endSentence(`Beneficiario del pago: ${payeeTexts.join(', ')}`)] : []),
    ...(payment?.reference && !hasReference ? [`Referencia de pago: ${payment.reference}.`] : []),
    ...(payment?.mandateReference ? [`Mandato: ${payment.mandateReference}.`] : []),
    ...(payment?.creditorId ? [`Identificador del acreedor: ${payment.creditorId}.`] : []),
    ...listTerms(document),
  ];
}

/** Ends a sentence with a full stop, unless it ends with an abbreviation such as S.A. */
function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
