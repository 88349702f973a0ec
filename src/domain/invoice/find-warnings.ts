import type { ApiVersion, InvoiceType, PaymentMeans, WarningCode } from '../../contracts/codes.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { formatCents } from '../money/decimals.ts';
import { addDays } from '../reading/calendar-date.ts';
import { isBlank } from '../reading/read-text.ts';
import { Findings, type InvoiceMember, type ReportOn, type Warning } from '../reading/findings.ts';
import { warnOfAllCharacters } from './character-warnings.ts';
import { CONTINUOUS_REGIME, DEFERRED_REGIMES } from './deferred-lines.ts';
import { findLineWarnings } from './line-warnings.ts';
import type { ReadAllowance } from './read-allowances.ts';
import { statedRate } from './read-charges.ts';
import { type ForeignCurrency, questionExchangeRate } from './read-currency.ts';
import type { ReadLine } from './read-line.ts';
import { questionRate } from '../tax/tax-rates.ts';
import type { Recipient } from '../../contracts/invoice-document.ts';

/** An invoice that broke no rule, as input for warnings. */
export type Questionable = {
  readonly version: ApiVersion;
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
/** Types that are issued when the operation takes place. F3 and rectifications follow other invoices. */
const FIRST_TYPES: ReadonlySet<InvoiceType> = new Set(['F1', 'F2']);
/** Ley 7/2012, art. 7.Uno.1: from this amount a business may neither pay nor be paid in cash. */
const CASH_LIMIT_CENTS = 1_000_00n;
const CASH: ReadonlySet<PaymentMeans | null> = new Set(['cash', 'cash_on_delivery']);
const SPAIN = 'ES';

/**
 * Finds the points of a valid invoice that an adviser would question, as far as they follow from the invoice itself.
 * `findStoredWarnings` finds the warnings that depend on stored data.
 * @param today `YYYY-MM-DD` in Europe/Madrid.
 */
export function findWarnings(invoice: Questionable, today: string): Warning[] {
  const warnings = new Findings<WarningCode>(invoice.version);
  const { type, issueDate, recipients, givenDescription, lines, sent } = invoice;
  if (issueDate < addDays(today, -1)) {
    const says = `is ${issueDate}, but the invoice is issued on ${today} or later: the issue date of an invoice must be the day on which it is issued (RD 1619/2012 art. 6.1.b, RD 1007/2023 art. 9)`;
    warnings.report('issue_date', 'old_issue_date', says);
  }
  if (givenDescription === null && RECTIFICATIONS.has(type)) {
    const says = `is blank, so the invoice shows the concepts of its lines instead: a rectifying invoice must state the reason for the rectification (RD 1619/2012 art. 15.4)`;
    warnings.report('operation_description', 'description_missing', says);
  }
  if (FULL_TYPES.has(type)) warnOfAddresses(invoice, warnings);
  warnOfOperationDate(invoice, warnings.report);
  if (FIRST_TYPES.has(type)) warnOfLateIssue(invoice, warnings);
  warnOfAmounts(invoice, warnings);
  warnOfRepeatedRecipients(recipients, warnings);
  if (recipients.some(({ documentType }) => documentType === 'not_registered')) warnOfCensus(warnings.report);
  const { version, rateDay, currency } = invoice;
  const unusual = currency && questionExchangeRate(currency);
  if (unusual) warnings.report('exchange_rate', 'unusual_exchange_rate', unusual);
  const operationDay = invoice.operationDate ?? issueDate;
  const circumstances = { type, version, rateDay, operationDay, recipients };
  for (const { number, warning } of findLineWarnings(lines, circumstances)) {
    const [member, code, says] = warning;
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
  const says =
    'is blank: an invoice must contain the address of its recipient unless the recipient is a consumer (RD 1619/2012 art. 6.1.e)';
  const isListed = (sent.recipients ?? []).length > 0;
  for (const [index, { address }] of recipients.entries()) {
    if (address !== null) continue;
    if (!isListed) warnings.report('recipient_billing_address', 'recipient_address_missing', says);
    else
      warnings.reportIn<'address'>(`recipients[${index}]`, `Recipient ${index + 1}`)(
        'address',
        'recipient_address_missing',
        says,
      );
  }
}

function warnOfOperationDate(
  { version, issueDate, operationDate, lines }: Questionable,
  report: ReportOn<InvoiceMember, WarningCode>,
): void {
  const isPast = operationDate !== null && operationDate < issueDate;
  if (!isPast || lines.every(({ regime }) => regime !== CONTINUOUS_REGIME)) return;
  const says = `is ${operationDate} with tax regime ${CONTINUOUS_REGIME}, but the day of the operation is past: that regime is for operations whose IVA falls due after the issue date (LIVA art. 75.Uno.7.º); use tax regime 01 if the IVA fell due with the operation`;
  report(version === 1 ? 'issue_date' : 'operation_date', 'operation_date_past', says);
}

/**
 * Warns of an invoice that is issued after the 15th of the month that follows its operation, which is the latest day for an invoice to a business (RD 1619/2012,
 * art. 11.1). Without an operation date, its period counts; the tax of a continuous supply can fall due on another day, which the operation date then states.
 */
function warnOfLateIssue(
  { issueDate, operationDate, lines, sent }: Questionable,
  warnings: Findings<WarningCode>,
): void {
  if (lines.some(({ regime }) => DEFERRED_REGIMES.has(regime))) return;
  const rule =
    'an invoice is issued at the operation or, for a business, before the 16th of the following month (RD 1619/2012 art. 11)';
  if (!isBlank(sent.operation_date)) {
    if (operationDate === null || issueDate <= lastDayToIssue(operationDate)) return;
    const says = `is ${operationDate}, but the issue date is ${issueDate}: ${rule}; the tax belongs to the return of the period of the operation`;
    warnings.report('operation_date', 'issued_late', says);
    return;
  }
  const end = sent.period?.end;
  if (isBlank(end) || issueDate <= lastDayToIssue(end)) return;
  const says = `is ${end}, but the issue date is ${issueDate}: ${rule}; state the operation date if the tax fell due on another day, as in a continuous supply (LIVA art. 75.Uno.7.º)`;
  warnings.reportIn<'end'>('period', 'Period')('end', 'issued_late', says);
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
    const says = `is ${documentNumber}, which recipient ${first + 1} has as well: an invoice names each recipient once; leave one of them out or correct its document`;
    const report = warnings.reportIn<'document_number'>(`recipients[${index}]`, `Recipient ${index + 1}`);
    report('document_number', 'recipient_repeated', says);
  }
}

function warnOfCensus(report: ReportOn<InvoiceMember, WarningCode>): void {
  const says =
    'contain one of document type not_registered: AEAT accepts such a record with error 2001, because it does not know the person; use nif as soon as it does';
  report('recipients', 'recipient_not_in_census', says, 2001);
}

function warnOfAmounts(
  { type, total, reimbursable, isUnidentified, paymentMethod, sent }: Questionable,
  warnings: Findings<WarningCode>,
): void {
  const { report } = warnings;
  const shown = formatCents(total);
  const isQualified = sent.simplified_qualified === true;
  if ((type === 'F1' || type === 'F2') && total < 0n) {
    const instead = type === 'F2' ? 'R5' : 'R1 to R4';
    const says = `is ${type} and the total is ${shown}: to reverse or reduce an earlier invoice, send a rectifying invoice of type ${instead} with rectified_invoice_id (RD 1619/2012 art. 15)`;
    report('invoice_type', 'negative_total', says);
  }
  if (type === 'F2' && !isUnidentified && total > SIMPLIFIED_LIMIT_CENTS) {
    const says = `is F2 and the total is ${shown}: a simplified invoice may charge at most 3000 including taxes (RD 1619/2012 art. 4.2), although AEAT accepts up to 3010; identify the recipient and use invoice type F1`;
    report('invoice_type', 'simplified_limit_exceeded', says);
  }
  if (FULL_TYPES.has(type) && !RECTIFICATIONS.has(type) && isQualified && total > SIMPLIFIED_LIMIT_CENTS) {
    const says = `is true and the total is ${shown}: a simplified invoice may charge at most 3000 including taxes (RD 1619/2012 art. 4.2), also if it identifies its recipient (art. 7.2); leave it out, so that the invoice is a full one`;
    report('simplified_qualified', 'simplified_limit_exceeded', says);
  }
  if (CASH.has(paymentMethod) && total >= CASH_LIMIT_CENTS) {
    const says = `is ${paymentMethod} and the total is ${shown}: a business may not accept 1000 or more in cash (Ley 7/2012 art. 7.Uno.1), or 10000 or more from a private person who is not resident in Spain`;
    if (isBlank(sent.payment?.means)) report('payment_method', 'cash_limit_exceeded', says);
    else warnings.reportIn<'means'>('payment', 'Payment')('means', 'cash_limit_exceeded', says);
  }
  if (total === 0n && reimbursable > 0n) {
    const says = `is ${formatCents(reimbursable)} beside a total of 0.00: expenses that were paid in the customer's name are not consideration (LIVA art. 78.Tres.3.º), and an invoice needs at least one charge of its own`;
    report('total_reimbursable_expenses_amount', 'nothing_charged', says);
  }
}
