import { RECORDED_MEANS, type RecordedMeans } from '../../contracts/codes.ts';
import { CENTS } from '../../contracts/limits.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { RECORDED_PAYMENT, type RecordedPaymentInput } from '../../contracts/v2/payments.ts';
import { compactIdentifier, isIban } from '../invoice/bank-identifiers.ts';
import { readDate } from '../invoice/read-dates.ts';
import { findCurrency } from '../money/currencies.ts';
import { formatCents } from '../money/decimals.ts';
import { addDays, isCalendarDate } from '../reading/calendar-date.ts';
import { type Finding, Findings, type ReportOn } from '../reading/findings.ts';
import { readNumber } from '../reading/read-number.ts';
import { isBlank, readCode, readMember } from '../reading/read-text.ts';
import type { PayableInvoice } from './payable-invoice.ts';

/** A payment that can be recorded. */
export type Payment = {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** In cents of the currency of the invoice. */
  readonly amount: bigint;
  readonly means: RecordedMeans;
  readonly account: string | null;
  /** When goods or services and the invoice were received: `YYYY-MM-DD`; null if not stated. */
  readonly goodsReceivedOn: string | null;
  readonly invoiceReceivedOn: string | null;
  /** Whether it was collected through a financing arrangement; null if not stated. */
  readonly isFinanced: boolean | null;
  /** What is left to pay after it, in cents. */
  readonly outstanding: bigint;
};

type Member = keyof RecordedPaymentInput;
type Read = Omit<Payment, 'outstanding'>;

const LABEL = formatMessage('payment');
const MOST_DAYS_BEFORE = 366;
/** How an IBAN begins: country and check digits. */
const LIKE_IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{8}/;

/**
 * Reads a payment and judges whether it can be recorded for its invoice.
 * @param input whose JSON types were checked; null and absent are equivalent.
 * @param isInexact whether the literal of the amount has more digits than a double can hold.
 * @param today `YYYY-MM-DD` in Madrid.
 * @returns the payment, or all findings, whose places begin at the payment.
 */
export function judgePayment(
  input: RecordedPaymentInput,
  invoice: PayableInvoice,
  { isInexact, today }: { readonly isInexact: boolean; readonly today: string },
): { readonly payment: Payment } | { readonly findings: readonly Finding[] } {
  const findings = new Findings();
  const report: ReportOn<Member> = findings.reportIn<Member>('', LABEL);
  const read = readPayment(input, isInexact, report);
  if (read !== null) {
    judgeDate(read, invoice, today, report);
    judgeAmount(read, invoice, report);
  }
  if (read === null || findings.size > 0) return { findings: findings.list() };
  const { outstanding } = invoice;
  return {
    payment: {
      ...read,
      outstanding: read.means === 'not_collected' ? outstanding : outstanding - read.amount,
    },
  };
}

function readPayment(input: RecordedPaymentInput, isInexact: boolean, report: ReportOn<Member>): Read | null {
  if (isBlank(input.date)) report('date', 'blank', formatMessage('blank'));
  else if (!isCalendarDate(input.date)) report('date', 'invalid', formatMessage('not_a_date'));
  const isStated = input.amount !== null && input.amount !== undefined;
  if (!isStated) report('amount', 'blank', formatMessage('blank'));
  const amount = isStated
    ? readNumber(input.amount!, 'amount', { decimals: CENTS, isInexact, report })
    : null;
  const means = readCode(input.means, RECORDED_MEANS, 'means', report);
  if (means === null) report('means', 'blank', formatMessage('blank'));
  const account = readAccount(input, report);
  if (means === 'not_collected' && account !== null)
    report('account', 'must_be_blank', formatMessage('account_of_nothing'), 1152);
  const date = input.date ?? '';
  const isDated = isCalendarDate(date);
  const paidOn = isDated ? date : null;
  const facts = {
    goodsReceivedOn: readReceived(input, 'goods_received_on', paidOn, report),
    invoiceReceivedOn: readReceived(input, 'invoice_received_on', paidOn, report),
    isFinanced: input.financed ?? null,
  };
  return isDated && amount !== null && means ? { date, amount, means, account, ...facts } : null;
}

function readReceived(
  input: RecordedPaymentInput,
  member: 'goods_received_on' | 'invoice_received_on',
  paidOn: string | null,
  report: ReportOn<Member>,
): string | null {
  const date = readDate(input[member], member, report);
  if (date !== null && paidOn !== null && date > paidOn)
    report(member, 'out_of_range', formatMessage('received_after_payment', { date, paid: paidOn }));
  return date;
}

function readAccount(input: RecordedPaymentInput, report: ReportOn<Member>): string | null {
  const stated = readMember(RECORDED_PAYMENT.members, input, 'account', report);
  if (stated === null) return null;
  const compact = compactIdentifier(stated);
  if (!LIKE_IBAN.test(compact)) return stated;
  if (!isIban(compact)) report('account', 'invalid', formatMessage('not_an_iban'));
  return compact;
}

function judgeDate(
  { date, means }: Read,
  { issueDate, forcedOn }: PayableInvoice,
  today: string,
  report: ReportOn<Member>,
): void {
  if (date > today) report('date', 'out_of_range', formatMessage('paid_in_future', { date, today }));
  else if (date < addDays(issueDate, -MOST_DAYS_BEFORE))
    report('date', 'out_of_range', formatMessage('paid_too_early', { date, issued: issueDate }));
  if (means !== 'not_collected') return;
  if (forcedOn === null) report('means', 'not_allowed', formatMessage('not_collected_without_regime'));
  else if (date !== forcedOn)
    report('date', 'out_of_range', formatMessage('not_collected_on', { date, day: forcedOn }), 1151);
}

function judgeAmount(
  { amount, means }: Read,
  { currency, outstanding: unpaid, uncollected }: PayableInvoice,
  report: ReportOn<Member>,
): void {
  const left = means === 'not_collected' ? unpaid - uncollected : unpaid;
  const [stated, outstanding] = [formatCents(amount), formatCents(left)];
  const whole = { amount: stated, currency };
  if (amount === 0n) report('amount', 'out_of_range', formatMessage('paid_nothing'));
  else if (findCurrency(currency)?.decimals === 0 && amount % 100n !== 0n)
    report('amount', 'invalid', formatMessage('amount_in_whole_units', whole));
  else if (left === 0n) report('amount', 'out_of_range', formatMessage('nothing_to_pay', { amount: stated }));
  else if (amount < 0n !== left < 0n)
    report('amount', 'out_of_range', formatMessage('paid_with_other_sign', { amount: stated, outstanding }));
  else if (amount < 0n ? amount < left : amount > left)
    report('amount', 'out_of_range', formatMessage('paid_beyond', { amount: stated, outstanding }));
}
