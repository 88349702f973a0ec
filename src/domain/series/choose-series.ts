import type { InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';
import type { Report } from '../reading/findings.ts';
import { isBlank, readMember } from '../reading/read-text.ts';
import {
  type ChosenSeries,
  chooseYear,
  findSeriesOfNumber,
  placeholderOf,
  type StoredSeries,
} from './series-rules.ts';

/**
 * How an invoice names its series: by its code, or by the id of one that exists
 * (`invoiceable_serie_id`).
 */
type NamedSeries = {
  readonly member: 'series' | 'invoiceable_serie_id';
  /** Undefined if no series of the issuer has the code. */
  readonly find: (issuerNif: string) => StoredSeries | undefined;
  readonly name: string;
};

/**
 * Returns how an invoice names its series; null if it does not. An id names a series only if one
 * with that id exists and the invoice states no number, because clients may send ids of their own.
 * @param all the series of the organization.
 */
export function findNamedSeries(
  input: InvoiceInput,
  all: readonly StoredSeries[],
  report: Report,
): NamedSeries | null {
  if (!isBlank(input.series)) {
    if (!isBlank(input.number_serie)) {
      report('series', 'not_allowed', formatMessage('series_beside_number'));
      return null;
    }
    const code = readMember(INVOICE_MEMBERS, input, 'series', report);
    if (code === null) return null;
    return {
      member: 'series',
      find: (nif) => all.find((series) => series.issuerNif === nif && series.code === code),
      name: code,
    };
  }
  const id = input.invoiceable_serie_id ?? null;
  const named = id === null || !isBlank(input.number_serie) ? undefined : all.find((each) => each.id === id);
  if (named === undefined) return null;
  const find = (nif: string) => (named.issuerNif === nif ? named : undefined);
  return { member: 'invoiceable_serie_id', find, name: String(named.id) };
}

/**
 * Reads the number of an invoice, or chooses the series that gives it.
 * @returns `number` is a placeholder if a series gives the number; null if it is refused.
 */
export function readNumbering(
  {
    stated,
    named,
    all,
  }: {
    readonly stated: string | null;
    readonly named: NamedSeries | null;
    /** The series of the organization. */
    readonly all: readonly StoredSeries[];
  },
  {
    issuerNif,
    issueDate,
    type,
  }: {
    readonly issuerNif: string | null;
    readonly issueDate: string | undefined;
    readonly type: InvoiceType | null;
  },
  report: Report,
): { readonly number: string | null; readonly series: ChosenSeries | null } {
  const none = { number: stated, series: null };
  if (issuerNif === null || issueDate === undefined) return none;
  if (stated !== null) checkStatedNumber(stated, { issuerNif, issueDate }, all, report);
  if (named === null || type === null) return none;
  return chooseSeries(named, { issuerNif, issueDate, type }, report) ?? none;
}

/**
 * Chooses the series that an invoice takes its number from. The year is that of the issue date: an
 * invoice of last year that is issued in January takes the next number of last year.
 * @returns the series and the text in place of the number; null if the series is refused.
 */
function chooseSeries(
  { member, find, name }: NamedSeries,
  { issuerNif, issueDate, type }: { issuerNif: string; issueDate: string; type: InvoiceType },
  report: Report,
): { readonly series: ChosenSeries; readonly number: string } | null {
  const series = find(issuerNif);
  if (series === undefined) {
    report(member, 'not_found', formatMessage('unknown_series', { code: name, nif: issuerNif }));
    return null;
  }
  const { code, invoiceTypes, startYear } = series;
  if (series.isClosed) {
    report(member, 'not_allowed', formatMessage('closed_series', { code }));
    return null;
  }
  if (!invoiceTypes.includes(type)) {
    report(
      member,
      'not_allowed',
      formatMessage('series_without_type', { code, type, allowed: invoiceTypes.join(', ') }),
    );
    return null;
  }
  const year = chooseYear(series, issueDate);
  if (startYear !== null && year < startYear) {
    report(member, 'out_of_range', formatMessage('before_series', { code, year: startYear }));
    return null;
  }
  return { series: { id: series.id, code, year }, number: placeholderOf(series) };
}

/** Reports a number that an invoice states although a series of its issuer gives it. */
function checkStatedNumber(
  number: string,
  { issuerNif, issueDate }: { readonly issuerNif: string; readonly issueDate: string },
  all: readonly StoredSeries[],
  report: Report,
): void {
  const series = findSeriesOfNumber(all, issuerNif, number, issueDate);
  if (series === null) return;
  const { code, pattern } = series;
  report('number_serie', 'not_allowed', formatMessage('number_of_series', { code, pattern }));
}
