import { OPERATION_TYPES, PAYMENT_MEANS, PAYMENT_METHODS, type PaymentMeans } from '../../contracts/codes.ts';
import { MAX_DUE_DATES } from '../../contracts/limits.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { InvoiceInput, PaymentInput } from '../../contracts/v2/invoice-input.ts';
import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';
import { PAYMENT } from '../../contracts/v2/nested-members.ts';
import { formatCents } from '../money/decimals.ts';
import { type Findings, type ReportOn, MEMBER_NAMES } from '../reading/findings.ts';
import { type InexactNumbers, readNumber } from '../reading/read-number.ts';
import { isBlank, readCode, readMember } from '../reading/read-text.ts';
import { compactIdentifier, isBic, isCreditorId, isIban } from './bank-identifiers.ts';
import { readDate, readDateFrom } from './read-dates.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/** What an invoice says about its payment. */
export type ReadPayment = Pick<
  InvoiceDocument,
  'paymentMethod' | 'paymentMethodInfo' | 'paid' | 'footerNote'
> & {
  /** null if the invoice has no member `payment`. */
  readonly payment: NonNullable<InvoiceDocument['payment']> | null;
  /** Sum of the amounts that fall due, in cents; null without due dates. */
  readonly dueSum: bigint | null;
};

/** The characters of SEPA. */
const MANDATE = /^[A-Za-z0-9+?/:().,' -]{1,35}$/;

/**
 * Reads what an invoice says about its payment, and reports every fault of it to `findings`. The
 * result is meaningful only if nothing was reported.
 * @param issueDate YYYY-MM-DD, before which nothing may fall due; undefined if it was refused, and
 *   due dates are then not compared with it. `operationDay`: day of the operation, which is the issue
 *   date if none is stated; null if the dates are refused.
 */
export function readPayment(
  input: InvoiceInput,
  {
    issueDate,
    operationDay,
    inexactNumbers,
  }: {
    readonly issueDate: string | undefined;
    readonly operationDay: string | null;
    readonly inexactNumbers: InexactNumbers;
  },
  findings: Findings,
): ReadPayment {
  const { report } = findings;
  if ((input.contact_id ?? null) !== null)
    report('contact_id', 'not_supported', formatMessage('not_supported'));
  readCode(input.operation_type, OPERATION_TYPES, 'operation_type', report);
  const method = readCode(input.payment_method, PAYMENT_METHODS, 'payment_method', report) ?? null;
  const common = {
    paymentMethodInfo: readMember(INVOICE_MEMBERS, input, 'payment_method_info', report),
    footerNote: readMember(INVOICE_MEMBERS, input, 'footer_note', report),
    paid: input.paid ?? null,
  };
  if (!input.payment) return { paymentMethod: method, ...common, payment: null, dueSum: null };
  const means = readMeans(input, findings);
  const due = readDue(input.payment, { issueDate, inexactNumbers }, findings);
  if (due.length > 0 && !isBlank(input.due_date))
    report('due_date', 'not_allowed', formatMessage('not_beside_payment_due'));
  const paidOn = readPaidOn(input, { issueDate, operationDay }, findings);
  const payment = { ...readAccount(input.payment, due, findings), ...(paidOn !== null && { paidOn }) };
  const dueSum = due.length === 0 ? null : due.reduce((sum, { amount }) => sum + amount, 0n);
  return { paymentMethod: means ?? method, ...common, payment, dueSum };
}

function readMeans(
  { payment, payment_method: method }: InvoiceInput,
  findings: Findings,
): PaymentMeans | null {
  const report = findings.reportIn<keyof PaymentInput>('payment', MEMBER_NAMES.payment);
  const means = readCode(payment?.means, PAYMENT_MEANS, 'means', report) ?? null;
  if (means !== null && !isBlank(method))
    findings.report('payment_method', 'not_allowed', formatMessage('not_beside_payment_means'));
  return means;
}

type Due = { readonly date: string; readonly amount: bigint };

function readDue(
  { due: inputs }: PaymentInput,
  {
    issueDate,
    inexactNumbers,
  }: { readonly issueDate: string | undefined; readonly inexactNumbers: InexactNumbers },
  findings: Findings,
): Due[] {
  if (!inputs) return [];
  if (inputs.length > MAX_DUE_DATES) {
    const report = findings.reportIn<keyof PaymentInput>('payment', MEMBER_NAMES.payment);
    report('due', 'too_many', formatMessage('more_dates', { most: MAX_DUE_DATES }));
    return [];
  }
  return inputs.flatMap((input, index) => {
    const place = `payment.due[${index}]`;
    const report: ReportOn<'date' | 'amount'> = findings.reportIn(place, () =>
      formatMessage('due_date', { number: index + 1 }),
    );
    if (isBlank(input.date)) report('date', 'blank', formatMessage('blank'));
    const date = readDateFrom(input.date, issueDate, 'date', report);
    if (input.amount === null || input.amount === undefined) {
      report('amount', 'blank', formatMessage('blank_due_amount'));
      return [];
    }
    const isInexact = inexactNumbers?.has(`${place}.amount`) ?? false;
    const amount = readNumber(input.amount, 'amount', { decimals: 2, isInexact, report });
    return date === null || amount === null ? [] : [{ date, amount }];
  });
}

function readAccount(
  input: PaymentInput,
  due: readonly Due[],
  findings: Findings,
): NonNullable<InvoiceDocument['payment']> {
  const report = findings.reportIn<keyof PaymentInput>('payment', MEMBER_NAMES.payment);
  const iban = compact(input.iban);
  if (iban !== null && !isIban(iban)) report('iban', 'invalid', formatMessage('not_an_iban'));
  const bic = compact(input.bic);
  if (bic !== null && !isBic(bic)) report('bic', 'invalid', formatMessage('not_a_bic'));
  const creditorId = compact(input.creditor_id);
  if (creditorId !== null && !isCreditorId(creditorId))
    report('creditor_id', 'invalid', formatMessage('not_a_creditor_id'));
  const mandateReference = readMember(PAYMENT.members, input, 'mandate_reference', report);
  if (mandateReference !== null && !MANDATE.test(mandateReference))
    report('mandate_reference', 'forbidden_characters', formatMessage('not_sepa_characters'));
  const reference = readMember(PAYMENT.members, input, 'reference', report);
  return {
    iban,
    bic,
    mandateReference,
    creditorId,
    terms: readMember(PAYMENT.members, input, 'terms', report),
    ...(reference !== null && { reference }),
    due: due.map(({ date, amount }) => ({ date, amount: formatCents(amount) })),
  };
}

/**
 * Reads the day on which a paid invoice was paid (BT-ES-2 of Orden HAC/1028/2026): neither after its
 * issue nor before its operation.
 */
function readPaidOn(
  { payment, paid }: InvoiceInput,
  {
    issueDate,
    operationDay,
  }: { readonly issueDate: string | undefined; readonly operationDay: string | null },
  findings: Findings,
): string | null {
  const report = findings.reportIn<keyof PaymentInput>('payment', MEMBER_NAMES.payment);
  const paidOn = readDate(payment?.paid_on, 'paid_on', report);
  if (paidOn === null) return null;
  if (paid !== true) {
    report('paid_on', 'must_be_blank', formatMessage('paid_on_of_unpaid'));
    return null;
  }
  const isLate = issueDate !== undefined && paidOn > issueDate;
  if (isLate || (operationDay !== null && paidOn < operationDay)) {
    const says = formatMessage(isLate ? 'paid_after_issue' : 'paid_before_operation');
    report('paid_on', 'invalid', says, null, 'SPFE BT-ES-2');
  }
  return paidOn;
}

function compact(text: string | null | undefined): string | null {
  return isBlank(text) ? null : compactIdentifier(text);
}
