import { INVOICE_TYPES, type InvoiceType } from '../../contracts/codes.ts';
import { MAX_SERIES, MAX_SERIES_OF_ISSUER, SERIES_CODE } from '../../contracts/limits.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';
import { MAX_START, SERIES_INPUT, type SeriesInput, START_YEARS } from '../../contracts/v2/series.ts';
import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';
import { isCorrective } from '../invoice/invoice-type.ts';
import { type Finding, Findings, type ReportOn } from '../reading/findings.ts';
import { isBlank } from '../reading/read-text.ts';
import { mayOverlap, type Pattern, type PatternFault, readPattern } from './pattern.ts';
import { patternOf, type StoredSeries } from './series-rules.ts';

/** Name of a series in messages. */
const LABEL = formatMessage('series');
type Member = keyof SeriesInput;
type Report = ReportOn<Member>;

const CODE = new RegExp(SERIES_CODE);

/** What a series becomes. */
export type ReadSeries = Pick<StoredSeries, 'pattern' | 'invoiceTypes' | 'startYear' | 'isClosed'> & {
  /** The first number; null if none is stated, so that it follows the numbers that are used. */
  readonly start: number | null;
  readonly parsed: Pattern;
};

/** Returns what is wrong with the code of a series; null if it is right. */
export function findCodeFault(code: string): Text | null {
  return CODE.test(code) ? null : formatMessage('wrong_series_code');
}

/**
 * Reads a series that is created or changed.
 * @param input whose JSON types were checked; null and absent are equivalent.
 * @param identity `today` is the date in Madrid.
 * @param all the series of the organization.
 * @returns the series, or all findings.
 */
export function readSeries(
  input: SeriesInput,
  { issuerNif, code, today }: { readonly issuerNif: string; readonly code: string; readonly today: string },
  all: readonly StoredSeries[],
): { readonly series: ReadSeries } | { readonly findings: readonly Finding[] } {
  const findings = new Findings();
  const report: Report = findings.reportIn<Member>('', LABEL);
  const ofIssuer = all.filter((each) => each.issuerNif === issuerNif);
  const present = ofIssuer.find((each) => each.code === code);
  if (present === undefined && all.length >= MAX_SERIES)
    report('pattern', 'too_many', formatMessage('many_series', { most: MAX_SERIES }));
  else if (present === undefined && ofIssuer.length >= MAX_SERIES_OF_ISSUER)
    report('pattern', 'too_many', formatMessage('many_series_of_issuer', { most: MAX_SERIES_OF_ISSUER }));
  const parsed = readOwnPattern(input.pattern, code, report);
  if (parsed !== null) {
    const other = ofIssuer.find((each) => each !== present && mayOverlap(parsed, patternOf(each)));
    if (other !== undefined)
      report(
        'pattern',
        'not_allowed',
        formatMessage('overlapping_series', { code: other.code, pattern: other.pattern, start: '{code}-' }),
      );
  }
  const invoiceTypes = readTypes(input.invoice_types, present, report);
  const start = readInteger(input.start, 'start', { minimum: 1, maximum: MAX_START }, report);
  const startYear = readInteger(input.start_year, 'start_year', START_YEARS, report);
  if (parsed !== null && !parsed.hasYear && startYear !== null)
    report('start_year', 'must_be_blank', formatMessage('start_year_without_year'));
  if (findings.size > 0 || parsed === null || invoiceTypes === null) return { findings: findings.list() };
  return {
    series: {
      pattern: input.pattern!,
      parsed,
      invoiceTypes,
      start: start ?? (present !== undefined && present.pattern === input.pattern ? present.start : null),
      startYear: parsed.hasYear ? (startYear ?? present?.startYear ?? Number(today.slice(0, 4))) : null,
      isClosed: input.closed === true,
    },
  };
}

/** Builds the findings on a series whose start is not after the numbers that are used. */
export function refuseStart(highest: { readonly number: string; readonly counter: number }): Finding[] {
  const findings = new Findings();
  const says = formatMessage('start_of_used_numbers', { least: highest.counter + 1, number: highest.number });
  findings.reportIn<Member>('', LABEL)('start', 'out_of_range', says);
  return findings.list();
}

/** Builds the findings on a series that has given numbers and would change in what it must keep. */
export function refuseUsed(present: StoredSeries, wanted: ReadSeries): Finding[] {
  const findings = new Findings();
  const report = findings.reportIn<Member>('', LABEL);
  const says = formatMessage('used_series');
  if (present.pattern !== wanted.pattern) report('pattern', 'not_allowed', says);
  if (present.invoiceTypes.join() !== wanted.invoiceTypes.join())
    report('invoice_types', 'not_allowed', says);
  if (wanted.start !== null && present.start !== wanted.start) report('start', 'not_allowed', says);
  if (present.startYear !== wanted.startYear) report('start_year', 'not_allowed', says);
  return findings.list();
}

function readOwnPattern(value: string | null | undefined, code: string, report: Report): Pattern | null {
  if (isBlank(value)) {
    report('pattern', 'blank', formatMessage('blank'));
    return null;
  }
  const { maxLength } = SERIES_INPUT.members.pattern;
  const read = value.length > maxLength ? 'too_long' : readPattern(value, code);
  if (typeof read !== 'string') return read;
  const problem = PATTERN_FAULTS[read];
  report('pattern', problem.code, problem.says);
  return null;
}

const COUNTER = '{counter:6}';
const PATTERN_FAULTS: Readonly<Record<PatternFault, { code: Finding['code']; says: Text }>> = {
  unknown_part: {
    code: 'invalid',
    says: formatMessage('unknown_pattern_part', { parts: `{code}, {year}, {year:2}, {counter}, ${COUNTER}` }),
  },
  no_counter: { code: 'invalid', says: formatMessage('pattern_without_counter', { example: COUNTER }) },
  several_parts: { code: 'invalid', says: formatMessage('pattern_with_several_parts') },
  forbidden_characters: { code: 'forbidden_characters', says: formatMessage('not_printable_ascii') },
  too_long: {
    code: 'too_long',
    says: formatMessage('long_pattern', { most: INVOICE_MEMBERS.number_serie.maxLength }),
  },
};

function readTypes(
  value: readonly string[] | null | undefined,
  present: StoredSeries | undefined,
  report: Report,
): InvoiceType[] | null {
  if (value === null || value === undefined)
    return [...(present?.invoiceTypes ?? (['F1', 'F2', 'F3'] as const))];
  const types = INVOICE_TYPES.filter((type) => value.includes(type));
  const hasUnknown = value.some((each) => !INVOICE_TYPES.some((type) => type === each));
  if (hasUnknown || types.length === 0) {
    report(
      'invoice_types',
      'unknown_value',
      formatMessage('not_one_of', { values: INVOICE_TYPES.join(', ') }),
    );
    return null;
  }
  if (types.some(isCorrective) && !types.every(isCorrective)) {
    report('invoice_types', 'not_allowed', formatMessage('mixed_series_types'));
    return null;
  }
  return types;
}

function readInteger(
  value: number | null | undefined,
  member: 'start' | 'start_year',
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
  report: Report,
): number | null {
  if (value === null || value === undefined) return null;
  if (value >= minimum && value <= maximum) return value;
  report(member, 'out_of_range', formatMessage('not_between', { least: minimum, most: maximum }));
  return null;
}
