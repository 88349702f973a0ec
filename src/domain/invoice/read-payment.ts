import {
  MAX_DUE_DATES,
  OPERATION_TYPES,
  PAYMENT_MEANS,
  PAYMENT_METHODS,
  type PaymentMeans,
} from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { InvoiceInput, PaymentInput } from '../../contracts/v2/invoice-input.ts';
import { formatCents } from '../money/decimals.ts';
import type { Findings, ReportOn } from '../reading/findings.ts';
import { type InexactNumbers, readNumber } from '../reading/read-number.ts';
import { isBlank, readCode, readPrintedText, readText } from '../reading/read-text.ts';
import { compactIdentifier, isBic, isCreditorId, isIban } from './bank-identifiers.ts';
import { readDateFrom } from './read-dates.ts';

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

export function readPayment(
  input: InvoiceInput,
  {
    issueDate,
    inexactNumbers,
  }: { readonly issueDate: string | undefined; readonly inexactNumbers: InexactNumbers },
  findings: Findings,
): ReadPayment {
  const { report } = findings;
  if ((input.contact_id ?? null) !== null)
    report('contact_id', 'not_supported', 'is not supported at present');
  readCode(input.operation_type, OPERATION_TYPES, 'operation_type', report);
  const method = readCode(input.payment_method, PAYMENT_METHODS, 'payment_method', report) ?? null;
  const common = {
    paymentMethodInfo: readPrintedText(
      input.payment_method_info,
      'payment_method_info',
      MAX_LENGTHS.payment_method_info,
      report,
    ),
    footerNote: readPrintedText(input.footer_note, 'footer_note', MAX_LENGTHS.footer_note, report),
    paid: input.paid ?? null,
  };
  if (!input.payment) return { paymentMethod: method, ...common, payment: null, dueSum: null };
  const means = readMeans(input, findings);
  const due = readDue(input.payment, { issueDate, inexactNumbers }, findings);
  if (due.length > 0 && !isBlank(input.due_date))
    report('due_date', 'not_allowed', "can't be given together with payment.due: give every date there");
  const payment = readAccount(input.payment, due, findings);
  const dueSum = due.length === 0 ? null : due.reduce((sum, { amount }) => sum + amount, 0n);
  return { paymentMethod: means ?? method, ...common, payment, dueSum };
}

function readMeans(
  { payment, payment_method: method }: InvoiceInput,
  findings: Findings,
): PaymentMeans | null {
  const report = findings.reportIn<keyof PaymentInput>('payment', 'Payment');
  const means = readCode(payment?.means, PAYMENT_MEANS, 'means', report) ?? null;
  if (means !== null && !isBlank(method))
    findings.report(
      'payment_method',
      'not_allowed',
      "can't be given together with payment.means: leave one of them out",
    );
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
    const report = findings.reportIn<keyof PaymentInput>('payment', 'Payment');
    report('due', 'too_many', `cannot contain more than ${MAX_DUE_DATES} dates`);
    return [];
  }
  return inputs.flatMap((input, index) => {
    const place = `payment.due[${index}]`;
    const report: ReportOn<'date' | 'amount'> = findings.reportIn(place, `Payment, due date ${index + 1}`);
    if (isBlank(input.date)) report('date', 'blank', "can't be blank");
    const date = readDateFrom(input.date, issueDate, 'date', report);
    if (input.amount === null || input.amount === undefined) {
      report('amount', 'blank', "can't be blank: the amounts must add up to the amount to pay");
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
  const report = findings.reportIn<keyof PaymentInput>('payment', 'Payment');
  const iban = compact(input.iban);
  if (iban !== null && !isIban(iban)) report('iban', 'invalid', 'is not a valid IBAN');
  const bic = compact(input.bic);
  if (bic !== null && !isBic(bic)) report('bic', 'invalid', 'must be a BIC of 8 or 11 letters and digits');
  const creditorId = compact(input.creditor_id);
  if (creditorId !== null && !isCreditorId(creditorId))
    report('creditor_id', 'invalid', 'is not a valid SEPA creditor identifier');
  const mandateReference = readText(
    input.mandate_reference,
    'mandate_reference',
    MAX_LENGTHS.mandate_reference,
    report,
  );
  if (mandateReference !== null && !MANDATE.test(mandateReference))
    report(
      'mandate_reference',
      'forbidden_characters',
      "can only contain letters, digits and + ? / : ( ) . , ' - and blanks",
    );
  const reference = readText(input.reference, 'reference', MAX_LENGTHS.payment_reference, report);
  return {
    iban,
    bic,
    mandateReference,
    creditorId,
    terms: readPrintedText(input.terms, 'terms', MAX_LENGTHS.payment_terms, report),
    ...(reference !== null && { reference }),
    due: due.map(({ date, amount }) => ({ date, amount: formatCents(amount) })),
  };
}

function compact(text: string | null | undefined): string | null {
  return isBlank(text) ? null : compactIdentifier(text);
}
