import type { InvoiceType, PaymentMeans, WarningCode } from '../../contracts/codes.ts';
import type { Register } from '../../contracts/registers.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { formatCents } from '../money/decimals.ts';
import { addDays } from '../reading/calendar-date.ts';
import { isBlank } from '../reading/read-text.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import {
  Findings,
  type InvoiceMember,
  type ReportOn,
  type Warning,
  MEMBER_NAMES,
} from '../reading/findings.ts';
import { warnOfAllCharacters } from './character-warnings.ts';
import { CONTINUOUS_REGIME, DEFERRED_REGIMES } from './deferred-lines.ts';
import { findLineWarnings } from './line-warnings.ts';
import type { ReadAllowance } from './read-allowances.ts';
import { statedRate } from './read-charges.ts';
import { type ForeignCurrency, questionExchangeRate } from './read-currency.ts';
import type { ReadLine } from './read-line.ts';
import { questionRate } from '../tax/tax-rates.ts';
import type { Recipient } from '../../contracts/invoice-document.ts';
import { rulesOfRegister } from './rules-of-register.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/** An invoice that broke no rule, as input for warnings. */
export type Questionable = {
  readonly rules: RequestRules;
  /** VeriFactu if it is absent. */
  readonly register?: Register;
  readonly type: InvoiceType;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly recipients: readonly Recipient[];
  /** Whether the issuer declares that the recipient is not identified. */
  readonly isUnidentified: boolean;
  readonly paymentMethod: PaymentMeans | null;
  /** The description as sent; null if it is derived from the lines' concepts. */
  readonly givenDescription: string | null;
  readonly lines: readonly ReadLine[];
  /** FechaOperacion, `YYYY-MM-DD`; null if it is the issue date. */
  readonly operationDate: string | null;
  /** As in `RateRules.operationDay`. */
  readonly rateDay: string | null;
  readonly allowances: readonly ReadAllowance[];
  /** null for euros. */
  readonly currency: ForeignCurrency | null;
  /** What is charged with all taxes, also those of other member states, in euro cents. */
  readonly total: bigint;
  /** In cents. */
  readonly reimbursable: bigint;
  /** The whole invoice as sent, of which the warnings name the members. */
  readonly sent: InvoiceInput;
};

/** Types that must state the reason for the rectification (RD 1619/2012, art. 15.2 and 15.4). */
const RECTIFICATIONS: ReadonlySet<InvoiceType> = new Set(['R1', 'R2', 'R3', 'R4']);
/** Types that must name their recipient (RD 1619/2012, art. 6.1.c to 6.1.e). */
const FULL_TYPES: ReadonlySet<InvoiceType> = new Set(['F1', 'F3', ...RECTIFICATIONS]);
/** RD 1619/2012, art. 4.2. AEAT accepts 10 euros more (error 1150). */
const SIMPLIFIED_LIMIT_CENTS = 3_000_00n;
/**
 * Types that are issued when the operation takes place. F3 and rectifications follow other
 * invoices.
 */
const FIRST_TYPES: ReadonlySet<InvoiceType> = new Set(['F1', 'F2']);
/** Ley 7/2012, art. 7.Uno.1: from this amount a business may neither pay nor be paid in cash. */
const CASH_LIMIT_CENTS = 1_000_00n;
const CASH: ReadonlySet<PaymentMeans | null> = new Set(['cash', 'cash_on_delivery']);
const SPAIN = 'ES';

/**
 * Finds the points of a valid invoice that an adviser would question, as far as they follow from
 * the invoice itself. `findStoredWarnings` finds the warnings that depend on stored data.
 * @param today `YYYY-MM-DD` in Europe/Madrid.
 */
export function findWarnings(invoice: Questionable, today: string): Warning[] {
  const warnings = new Findings<WarningCode>(invoice.rules);
  const { type, issueDate, recipients, givenDescription, lines, sent } = invoice;
  if (issueDate < addDays(today, -1)) {
    const says = formatMessage('date_differs_from_today', { date: issueDate, today });
    warnings.report('issue_date', 'old_issue_date', says);
  }
  if (givenDescription === null && RECTIFICATIONS.has(type)) {
    const says = formatMessage('blank_rectification_text');
    warnings.report('operation_description', 'description_missing', says);
  }
  if (FULL_TYPES.has(type)) warnOfAddresses(invoice, warnings);
  warnOfOperationDate(invoice, warnings.report);
  if (FIRST_TYPES.has(type)) warnOfLateIssue(invoice, warnings);
  warnOfAmounts(invoice, warnings);
  warnOfRepeatedRecipients(recipients, warnings);
  if (recipients.some(({ documentType }) => documentType === 'not_registered'))
    warnOfCensus(invoice.register, warnings.report);
  const { rules, rateDay, currency } = invoice;
  const unusual = currency && questionExchangeRate(currency);
  if (unusual) warnings.report('exchange_rate', 'unusual_exchange_rate', unusual);
  const operationDay = invoice.operationDate ?? issueDate;
  const circumstances = { type, rules, rateDay, operationDay, recipients };
  for (const { number, warning } of findLineWarnings(lines, circumstances)) {
    const { member, code, says } = warning;
    warnings.reportOnLine(number - 1)(member, code, says);
  }
  for (const allowance of invoice.allowances) {
    const says = questionRate(statedRate(allowance), rateDay);
    const report = warnings.reportIn<'tax_rate'>(allowance.place, allowance.label);
    if (says !== null) report('tax_rate', 'unusual_rate', says);
  }
  warnOfAllCharacters(sent, warnings);
  return warnings.list();
}

function warnOfAddresses({ recipients, sent }: Questionable, warnings: Findings<WarningCode>): void {
  const says = formatMessage('blank_recipient_address');
  const isListed = (sent.recipients ?? []).length > 0;
  for (const [index, { address }] of recipients.entries()) {
    if (address !== null) continue;
    if (!isListed) warnings.report('recipient_billing_address', 'recipient_address_missing', says);
    else
      warnings.reportIn<'address'>(`recipients[${index}]`, formatMessage('recipient', { number: index + 1 }))(
        'address',
        'recipient_address_missing',
        says,
      );
  }
}

function warnOfOperationDate(
  { rules, issueDate, operationDate, lines }: Questionable,
  report: ReportOn<InvoiceMember, WarningCode>,
): void {
  const isPast = operationDate !== null && operationDate < issueDate;
  if (!isPast || lines.every(({ regime }) => regime !== CONTINUOUS_REGIME)) return;
  const says = formatMessage('deferred_regime_in_past', { date: operationDate, regime: CONTINUOUS_REGIME });
  report(rules.hasOneDate ? 'issue_date' : 'operation_date', 'operation_date_past', says);
}

/**
 * Warns of an invoice that is issued after the 15th of the month that follows its operation, which
 * is the latest day for an invoice to a business (RD 1619/2012, art. 11.1). Without an operation
 * date, its period counts; the tax of a continuous supply can fall due on another day, which the
 * operation date then states.
 */
function warnOfLateIssue(
  { issueDate, operationDate, lines, sent }: Questionable,
  warnings: Findings<WarningCode>,
): void {
  if (lines.some(({ regime }) => DEFERRED_REGIMES.has(regime))) return;
  const rule = formatMessage('rule_of_issuing');
  if (!isBlank(sent.operation_date)) {
    if (operationDate === null || issueDate <= lastDayToIssue(operationDate)) return;
    const says = formatMessage('issued_late_in_other_period', { date: operationDate, issueDate, rule });
    warnings.report('operation_date', 'issued_late', says);
    return;
  }
  const end = sent.period?.end;
  if (isBlank(end) || issueDate <= lastDayToIssue(end)) return;
  const says = formatMessage('issued_late', { date: end, issueDate, rule });
  warnings.reportIn<'end'>('period', MEMBER_NAMES.period)('end', 'issued_late', says);
}

/** Returns the 15th of the month after a day, both as `YYYY-MM-DD`. */
function lastDayToIssue(day: string): string {
  const month = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + 1);
  return `${month.toISOString().slice(0, 7)}-15`;
}

/** Warns of recipients with the document of an earlier one of the list. */
function warnOfRepeatedRecipients(recipients: readonly Recipient[], warnings: Findings<WarningCode>): void {
  const firsts = new Map<string, number>();
  for (const [index, { documentNumber, countryCode }] of recipients.entries()) {
    const key = `${countryCode ?? SPAIN} ${documentNumber}`;
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, index);
      continue;
    }
    const says = formatMessage('recipient_repeated', { number: documentNumber, first: first + 1 });
    const report = warnings.reportIn<'document_number'>(
      `recipients[${index}]`,
      formatMessage('recipient', { number: index + 1 }),
    );
    report('document_number', 'recipient_repeated', says);
  }
}

function warnOfCensus(register: Register | undefined, report: ReportOn<InvoiceMember, WarningCode>): void {
  const { outsideCensus: code } = rulesOfRegister(register);
  const says = formatMessage('recipient_outside_census', { code });
  report('recipients', 'recipient_not_in_census', says, code);
}

function warnOfAmounts(
  { type, total, reimbursable, isUnidentified, paymentMethod, sent }: Questionable,
  warnings: Findings<WarningCode>,
): void {
  const { report } = warnings;
  const shown = formatCents(total);
  const isQualified = sent.simplified_qualified === true;
  if ((type === 'F1' || type === 'F2') && total < 0n) {
    const instead = type === 'F2' ? 'R5' : formatMessage('r1_to_r4');
    const says = formatMessage('negative_type', { type, total: shown, instead });
    report('invoice_type', 'negative_total', says);
  }
  if (type === 'F2' && !isUnidentified && total > SIMPLIFIED_LIMIT_CENTS) {
    const says = formatMessage('simplified_over_limit', { total: shown });
    report('invoice_type', 'simplified_limit_exceeded', says);
  }
  if (FULL_TYPES.has(type) && !RECTIFICATIONS.has(type) && isQualified && total > SIMPLIFIED_LIMIT_CENTS) {
    const says = formatMessage('unidentified_over_limit', { total: shown });
    report('simplified_qualified', 'simplified_limit_exceeded', says);
  }
  if (CASH.has(paymentMethod) && total >= CASH_LIMIT_CENTS) {
    const says = formatMessage('cash_over_limit', { means: paymentMethod, total: shown });
    if (isBlank(sent.payment?.means)) report('payment_method', 'cash_limit_exceeded', says);
    else warnings.reportIn<'means'>('payment', MEMBER_NAMES.payment)('means', 'cash_limit_exceeded', says);
  }
  if (total === 0n && reimbursable > 0n) {
    const says = formatMessage('only_suplidos', { amount: formatCents(reimbursable) });
    report('total_reimbursable_expenses_amount', 'nothing_charged', says);
  }
}
