import type { Register } from '../../contracts/registers.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { addDays, isCalendarDate } from '../reading/calendar-date.ts';
import type { Report, ReportOn } from '../reading/findings.ts';
import { isBlank } from '../reading/read-text.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import { type Classified, isDeferredLine, isWorksLine, WORKS_REGIME } from './deferred-lines.ts';
import { rulesOfRegister } from './rules-of-register.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/** AEAT 1133, 1134. For VeriFactu the first of its dates is stricter until 2044 (AEAT 1152). */
const MAX_YEARS_BACK = 20;
/**
 * Maximum number of days between the issue date and the day on which the invoice is issued. An
 * invoice is issued at the operation, or before the 16th of the following month if its recipient is
 * a business (RD 1619/2012, art. 11), and its record is made at the same time.
 */
const MAX_DAYS_BACK = 30;
/** Length of `YYYY-MM`. */
const MONTH_END = 7;

const REAL_DATE = formatMessage('not_a_date');

export type InvoiceDates = {
  readonly issueDate: string;
  /** FechaOperacion; null if it is the issue date. */
  readonly operationDate: string | null;
  readonly dueDate: string | null;
};

export type DateContext = {
  readonly rules: RequestRules;
  /** The register that takes the invoice; VeriFactu if it is absent. */
  readonly register?: Register;
  /** `YYYY-MM-DD` in Europe/Madrid. */
  readonly today: string;
  /**
   * Whether the organization brings invoices of its former system, which may be older than 30 days.
   */
  readonly isMigrating?: boolean;
  /**
   * Day on which the invoice was accepted, `YYYY-MM-DD`; absent while it is being accepted. It is
   * the default of the issue date, and an accepted invoice does not become too old: a delay of ours
   * must not refuse it.
   */
  readonly acceptedOn?: string;
};

/**
 * Reads the dates. The issue date is today unless it is given. An invoice with one date,
 * `operation_date`, must give it. It is the issue date or, if the tax of all lines falls due later
 * (regimes 14 and 15), the date of the operation.
 * @returns null if the issue date or the operation date is refused.
 */
export function readDates(input: InvoiceInput, context: DateContext, report: Report): InvoiceDates | null {
  const { rules, today } = context;
  // Allowances and charges are details of the record as well.
  const lines = [...(input.lines ?? []), ...(input.allowances ?? []), ...(input.charges ?? [])];
  checkWorksRegime(lines, rules, report);
  const isDeferred = lines.length > 0 && lines.every((line) => isDeferredLine(line, rules));
  const { operation_date: onlyDate = null } = input;
  const stated = !rules.hasOneDate
    ? input
    : { issue_date: isDeferred ? null : onlyDate, operation_date: isDeferred ? onlyDate : null };
  const issueDate = readIssueDate(stated, isDeferred, context, report);
  const operationDate = readOperationDate(stated.operation_date, context, report);
  const dueDate = readDateFrom(input.due_date, issueDate, 'due_date', report);
  if (issueDate === undefined || operationDate === undefined) return null;
  checkIssueDate(issueDate, context, report);
  if (operationDate !== null) {
    if (isDeferred) checkDeferredDate(operationDate, { rules, today }, lines, report);
    else checkOperationDate(operationDate, issueDate, today, report);
  } else if (isDeferred && lines.some((line) => isWorksLine(line, rules)))
    report('operation_date', 'blank', formatMessage('blank_with_regime', { regime: WORKS_REGIME }), 1147);
  return { issueDate, operationDate: operationDate === issueDate ? null : operationDate, dueDate };
}

/** @returns undefined if it is refused. */
function readIssueDate(
  { issue_date: value, operation_date: operationDate }: Pick<InvoiceInput, 'issue_date' | 'operation_date'>,
  isDeferred: boolean,
  { rules, today, acceptedOn = today, register }: DateContext,
  report: Report,
): string | undefined {
  if (isBlank(value)) {
    if (!rules.hasOneDate) return acceptedOn;
    if (isBlank(operationDate)) report('issue_date', 'blank', formatMessage('blank'), 1105);
    return isDeferred ? today : undefined;
  }
  if (!isCalendarDate(value)) {
    report('issue_date', 'invalid', REAL_DATE, 1145);
    return undefined;
  }
  const first = firstIssueDate(register, today);
  if (value >= first) return value;
  report('issue_date', 'out_of_range', formatMessage('before_date', { date: first }), 1152);
  return undefined;
}

function checkIssueDate(
  value: string,
  { rules, today, isMigrating = false, acceptedOn }: DateContext,
  report: Report,
): void {
  if (value > today) report('issue_date', 'out_of_range', formatMessage('in_future'), 1112);
  else if (!rules.hasOneDate && !isMigrating && acceptedOn === undefined && isTooOld(value, today)) {
    const says = formatMessage('issue_date_too_old', { date: value, days: MAX_DAYS_BACK });
    report('issue_date', 'too_old', says);
  }
}

function isTooOld(value: string, today: string): boolean {
  // Most invoices are of the current month, for which no date must be computed.
  return value.slice(0, MONTH_END) !== today.slice(0, MONTH_END) && value < addDays(today, -MAX_DAYS_BACK);
}

/** @returns null if it is absent; undefined if it is refused. */
function readOperationDate(
  value: string | null | undefined,
  { rules, today, register }: DateContext,
  report: Report,
): string | null | undefined {
  if (isBlank(value)) return null;
  if (!isCalendarDate(value)) {
    report(rules.hasOneDate ? 'issue_date' : 'operation_date', 'invalid', REAL_DATE, 1145);
    return undefined;
  }
  const earliest = earliestOperation(rules, today, register);
  if (value >= earliest) return value;
  report(
    'operation_date',
    'out_of_range',
    formatMessage('before_date', { date: earliest }),
    rules.hasOneDate ? null : 1134,
  );
  return undefined;
}

/** Returns the earliest day that an invoice may state for its operation, `YYYY-MM-DD`. */
export function earliestOperation({ hasOneDate }: RequestRules, today: string, register?: Register): string {
  return hasOneDate ? firstIssueDate(register, today) : yearsBefore(today, MAX_YEARS_BACK);
}

/** Returns the earliest issue date that a register takes, `YYYY-MM-DD`. */
function firstIssueDate(register: Register | undefined, today: string): string {
  return rulesOfRegister(register).firstIssueDate ?? yearsBefore(today, MAX_YEARS_BACK);
}

/** Only operations whose tax falls due later may follow the invoice (AEAT 1146, 1173). */
function checkOperationDate(value: string, issueDate: string, today: string, report: Report): void {
  if (value <= issueDate) return;
  const says = formatMessage('after_issue_date_without_regime', { regime: WORKS_REGIME });
  report('operation_date', 'out_of_range', says, value > today ? 1173 : 1146);
}

/**
 * Checks that the date is at most at the end of next year (AEAT 1125) and, with regime 14, after
 * today (AEAT 1147).
 */
function checkDeferredDate(
  given: string,
  { rules, today }: Pick<DateContext, 'rules' | 'today'>,
  lines: readonly Classified[],
  report: Report,
): void {
  const lastYear = Number(today.slice(0, 4)) + 1;
  if (Number(given.slice(0, 4)) > lastYear)
    report(
      'operation_date',
      'out_of_range',
      formatMessage('after_date', { date: `${lastYear}-12-31` }),
      1125,
    );
  if (given <= today && lines.some((line) => isWorksLine(line, rules)))
    report(
      'operation_date',
      'out_of_range',
      formatMessage('not_after_today_with_regime', { regime: WORKS_REGIME }),
      1147,
    );
}

/**
 * Regime 14 needs an operation after the issue date (AEAT 1147), which all lines must allow (AEAT
 * 1146, 1173).
 */
function checkWorksRegime(lines: readonly Classified[], rules: RequestRules, report: Report): void {
  const has = lines.some((line) => isWorksLine(line, rules));
  if (has && !lines.every((line) => isDeferredLine(line, rules))) {
    report(
      'lines',
      'not_allowed',
      formatMessage('regime_beside_other_lines', { regime: WORKS_REGIME }),
      1146,
    );
  }
}

/**
 * Reads a date that must not be before the issue date.
 * @returns null if it is absent or refused.
 */
export function readDateFrom<Member extends string>(
  value: string | null | undefined,
  issueDate: string | undefined,
  member: Member,
  report: ReportOn<Member>,
): string | null {
  const date = readDate(value, member, report);
  if (date !== null && issueDate !== undefined && date < issueDate)
    report(member, 'out_of_range', formatMessage('before_issue_date'));
  return date;
}

/** Reads a date. @returns null if it is absent or refused. */
export function readDate<Member extends string>(
  value: string | null | undefined,
  member: Member,
  report: ReportOn<Member>,
  aeatCode?: number,
): string | null {
  if (isBlank(value)) return null;
  if (isCalendarDate(value)) return value;
  report(member, 'invalid', REAL_DATE, aeatCode);
  return null;
}

/** 29 February becomes 1 March, which AEAT's calendar accepts. */
function yearsBefore(date: string, years: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
}
