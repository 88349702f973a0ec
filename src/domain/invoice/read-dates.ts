import type { InvoiceInput, InvoiceLineInput } from '../../contracts/invoice-input.ts';
import { isCalendarDate } from '../reading/calendar-date.ts';
import type { Report } from '../reading/findings.ts';
import { isBlank } from '../reading/read-text.ts';

/** AEAT 1152: an invoice of an earlier date cannot be registered. AEAT's limit of 20 years (AEAT 1133) is weaker until 2044. */
const FIRST_ISSUE_DATE = '2024-10-28';
/** Regimes whose VAT falls due with an operation after the invoice: works for public bodies (14) and continuous supplies (15). */
const WORKS_REGIME = '14';
const DEFERRED_REGIMES: ReadonlySet<string> = new Set([WORKS_REGIME, '15']);

const REAL_DATE = 'must be a real date in the form YYYY-MM-DD';
/** Explains the meaning of `operation_date` if every line has such a regime. */
const DEFERRED = '(the operation date with tax regimes 14 and 15)';

export type InvoiceDates = {
  readonly issueDate: string;
  /** FechaOperacion; null if it is the issue date. */
  readonly operationDate: string | null;
  readonly dueDate: string | null;
};

/**
 * Reads the dates. `operation_date` is the issue date, unless every line has regime 14 or 15: then it is the operation date, and the
 * issue date is today.
 * @param today `YYYY-MM-DD` in Europe/Madrid.
 * @returns null if `operation_date` is refused.
 */
export function readDates(input: InvoiceInput, today: string, report: Report): InvoiceDates | null {
  const lines = input.lines ?? [];
  checkWorksRegime(lines, report);
  const isDeferred = lines.length > 0 && lines.every(isDeferredLine);
  const given = readOperationDate(input.operation_date, isDeferred, report);
  const issueDate = isDeferred ? today : given;
  const dueDate = readDueDate(input.due_date, issueDate, report);
  if (given === null || issueDate === null) return null;
  if (isDeferred) checkDeferredDate(given, today, lines, report);
  else if (given > today) report('operation_date', 'out_of_range', "can't be in the future", 1112);
  return { issueDate, operationDate: given === issueDate ? null : given, dueDate };
}

function readOperationDate(
  value: string | null | undefined,
  isDeferred: boolean,
  report: Report,
): string | null {
  if (isBlank(value)) {
    report('operation_date', 'blank', "can't be blank", 1105);
    return null;
  }
  if (!isCalendarDate(value)) {
    report('operation_date', 'invalid', REAL_DATE, 1145);
    return null;
  }
  if (value >= FIRST_ISSUE_DATE) return value;
  if (isDeferred) report('operation_date', 'out_of_range', `${DEFERRED} can't be before ${FIRST_ISSUE_DATE}`);
  else report('operation_date', 'out_of_range', `can't be before ${FIRST_ISSUE_DATE}`, 1152);
  return null;
}

/** Checks that the date is at most at the end of next year (AEAT 1125) and, with regime 14, after today (AEAT 1147). */
function checkDeferredDate(
  given: string,
  today: string,
  lines: readonly InvoiceLineInput[],
  report: Report,
): void {
  const lastYear = Number(today.slice(0, 4)) + 1;
  if (Number(given.slice(0, 4)) > lastYear)
    report('operation_date', 'out_of_range', `${DEFERRED} can't be after ${lastYear}-12-31`, 1125);
  if (given <= today && lines.some(isWorksLine)) {
    report(
      'operation_date',
      'out_of_range',
      `${DEFERRED} must be after today with tax regime ${WORKS_REGIME}`,
      1147,
    );
  }
}

/** Regime 14 needs an operation after the issue date (AEAT 1147), which all lines must allow (AEAT 1146, 1173). */
function checkWorksRegime(lines: readonly InvoiceLineInput[], report: Report): void {
  if (lines.some(isWorksLine) && !lines.every(isDeferredLine)) {
    report(
      'lines',
      'not_allowed',
      `with tax regime ${WORKS_REGIME} can only be together with lines of regimes 14 and 15`,
      1146,
    );
  }
}

function readDueDate(
  value: string | null | undefined,
  issueDate: string | null,
  report: Report,
): string | null {
  if (isBlank(value)) return null;
  if (!isCalendarDate(value)) {
    report('due_date', 'invalid', REAL_DATE);
    return null;
  }
  if (issueDate !== null && value < issueDate)
    report('due_date', 'out_of_range', "can't be before the issue date");
  return value;
}

function isDeferredLine(line: InvoiceLineInput): boolean {
  return isVat(line) && DEFERRED_REGIMES.has(line.tax_regime ?? '');
}

function isWorksLine(line: InvoiceLineInput): boolean {
  return line.tax_regime === WORKS_REGIME && isVat(line);
}

function isVat(line: InvoiceLineInput): boolean {
  return isBlank(line.tax_type) || line.tax_type === 'iva';
}
