import type { ApiVersion } from '../../contracts/codes.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { addDays, isCalendarDate } from '../reading/calendar-date.ts';
import type { Report, ReportOn } from '../reading/findings.ts';
import { isBlank } from '../reading/read-text.ts';
import { type Classified, isDeferredLine, isWorksLine, WORKS_REGIME } from './deferred-lines.ts';

/** AEAT 1152: an invoice of an earlier date cannot be registered. AEAT's limit of 20 years (AEAT 1133) is weaker until 2044. */
const FIRST_ISSUE_DATE = '2024-10-28';
/** AEAT 1134. */
const MAX_YEARS_BACK = 20;
/**
 * Maximum number of days between the issue date and the day on which the invoice is issued. An invoice is issued at the operation, or before the 16th of the
 * following month if its recipient is a business (RD 1619/2012, art. 11), and its record is made at the same time.
 */
const MAX_DAYS_BACK = 30;
/** Length of `YYYY-MM`. */
const MONTH_END = 7;

const REAL_DATE = 'must be a real date in the form YYYY-MM-DD';

export type InvoiceDates = {
  readonly issueDate: string;
  /** FechaOperacion; null if it is the issue date. */
  readonly operationDate: string | null;
  readonly dueDate: string | null;
};

export type DateContext = {
  readonly version: ApiVersion;
  /** `YYYY-MM-DD` in Europe/Madrid. */
  readonly today: string;
  /** Whether the organization brings invoices of its former system, which may be older than 30 days. */
  readonly isMigrating?: boolean;
  /**
   * Day on which the invoice was accepted, `YYYY-MM-DD`; absent while it is being accepted. It is the default of the issue date, and an accepted
   * invoice does not become too old: a delay of ours must not refuse it.
   */
  readonly acceptedOn?: string;
};

/**
 * Reads the dates. The issue date is today unless it is given; version 1 must give it, or the operation date if the tax of all lines falls due
 * later (see `translateV1`).
 * @returns null if the issue date or the operation date is refused.
 */
export function readDates(input: InvoiceInput, context: DateContext, report: Report): InvoiceDates | null {
  const { version, today } = context;
  // Allowances and charges are details of the record as well.
  const lines = [...(input.lines ?? []), ...(input.allowances ?? []), ...(input.charges ?? [])];
  checkWorksRegime(lines, version, report);
  const isDeferred = lines.length > 0 && lines.every((line) => isDeferredLine(line, version));
  const issueDate = readIssueDate(input, isDeferred, context, report);
  const operationDate = readOperationDate(input.operation_date, context, report);
  const dueDate = readDateFrom(input.due_date, issueDate, 'due_date', report);
  if (issueDate === undefined || operationDate === undefined) return null;
  checkIssueDate(issueDate, context, report);
  if (operationDate !== null) {
    if (isDeferred) checkDeferredDate(operationDate, { version, today }, lines, report);
    else checkOperationDate(operationDate, issueDate, today, report);
  } else if (isDeferred && lines.some((line) => isWorksLine(line, version)))
    report('operation_date', 'blank', `can't be blank with tax regime ${WORKS_REGIME}`, 1147);
  return { issueDate, operationDate: operationDate === issueDate ? null : operationDate, dueDate };
}

/** @returns undefined if it is refused. */
function readIssueDate(
  { issue_date: value, operation_date: operationDate }: InvoiceInput,
  isDeferred: boolean,
  { version, today, acceptedOn = today }: DateContext,
  report: Report,
): string | undefined {
  if (isBlank(value)) {
    // Version 1 has only one date, and it must be given.
    if (version === 1 && isBlank(operationDate)) report('issue_date', 'blank', "can't be blank", 1105);
    if (version === 2) return acceptedOn;
    return isDeferred ? today : undefined;
  }
  if (!isCalendarDate(value)) {
    report('issue_date', 'invalid', REAL_DATE, 1145);
    return undefined;
  }
  if (value >= FIRST_ISSUE_DATE) return value;
  report('issue_date', 'out_of_range', `can't be before ${FIRST_ISSUE_DATE}`, 1152);
  return undefined;
}

function checkIssueDate(
  value: string,
  { version, today, isMigrating = false, acceptedOn }: DateContext,
  report: Report,
): void {
  if (value > today) report('issue_date', 'out_of_range', "can't be in the future", 1112);
  else if (version === 2 && !isMigrating && acceptedOn === undefined && isTooOld(value, today)) {
    const says = `is ${value}, more than ${MAX_DAYS_BACK} days ago: an invoice is issued at the operation or, for a business, before the 16th of the following month (RD 1619/2012 art. 11); leave it out, and send the day of the operation as operation_date`;
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
  { version, today }: DateContext,
  report: Report,
): string | null | undefined {
  if (isBlank(value)) return null;
  if (!isCalendarDate(value)) {
    // In version 1 this is the only date.
    report(version === 1 ? 'issue_date' : 'operation_date', 'invalid', REAL_DATE, 1145);
    return undefined;
  }
  const earliest = version === 1 ? FIRST_ISSUE_DATE : yearsBefore(today, MAX_YEARS_BACK);
  if (value >= earliest) return value;
  report('operation_date', 'out_of_range', `can't be before ${earliest}`, version === 1 ? null : 1134);
  return undefined;
}

/** Only operations whose tax falls due later may follow the invoice (AEAT 1146, 1173). */
function checkOperationDate(value: string, issueDate: string, today: string, report: Report): void {
  if (value <= issueDate) return;
  const says = `can't be after the issue date unless every line has tax regime ${WORKS_REGIME} or 15`;
  report('operation_date', 'out_of_range', says, value > today ? 1173 : 1146);
}

/** Checks that the date is at most at the end of next year (AEAT 1125) and, with regime 14, after today (AEAT 1147). */
function checkDeferredDate(
  given: string,
  { version, today }: Pick<DateContext, 'version' | 'today'>,
  lines: readonly Classified[],
  report: Report,
): void {
  const lastYear = Number(today.slice(0, 4)) + 1;
  if (Number(given.slice(0, 4)) > lastYear)
    report('operation_date', 'out_of_range', `can't be after ${lastYear}-12-31`, 1125);
  if (given <= today && lines.some((line) => isWorksLine(line, version)))
    report('operation_date', 'out_of_range', `must be after today with tax regime ${WORKS_REGIME}`, 1147);
}

/** Regime 14 needs an operation after the issue date (AEAT 1147), which all lines must allow (AEAT 1146, 1173). */
function checkWorksRegime(lines: readonly Classified[], version: ApiVersion, report: Report): void {
  const has = lines.some((line) => isWorksLine(line, version));
  if (has && !lines.every((line) => isDeferredLine(line, version))) {
    report(
      'lines',
      'not_allowed',
      `with tax regime ${WORKS_REGIME} can only be together with lines of regimes 14 and 15`,
      1146,
    );
  }
}

/** Reads a date that must not be before the issue date. @returns null if it is absent or refused. */
export function readDateFrom<Member extends string>(
  value: string | null | undefined,
  issueDate: string | undefined,
  member: Member,
  report: ReportOn<Member>,
): string | null {
  const date = readDate(value, member, report);
  if (date !== null && issueDate !== undefined && date < issueDate)
    report(member, 'out_of_range', "can't be before the issue date");
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
