import type { InvoiceType } from '../../contracts/codes.ts';
import { findPlace, formatNumber, type Pattern, readStoredPattern } from './pattern.ts';

/* What the rules of invoices need of the series of an organization. */

/** A series of an issuer, as it is stored. */
export type StoredSeries = {
  readonly id: number;
  readonly issuerNif: string;
  readonly code: string;
  readonly pattern: string;
  readonly invoiceTypes: readonly InvoiceType[];
  /** The first number of `startYear`, or of all if the pattern has no year. Later years begin at 1. */
  readonly start: number;
  /** Null if the pattern has no year. */
  readonly startYear: number | null;
  readonly isClosed: boolean;
  /** Grows with each change of the series. */
  readonly revision: number;
};

/** A series that an invoice takes its number from. */
export type ChosenSeries = {
  readonly id: number;
  readonly code: string;
  /** The year whose counter it takes; 0 if the pattern has no year. */
  readonly year: number;
};

const PATTERNS = new WeakMap<StoredSeries, Pattern>();

/** Returns the pattern of a series. */
export function patternOf(series: StoredSeries): Pattern {
  const known = PATTERNS.get(series);
  if (known !== undefined) return known;
  const pattern = readStoredPattern(series.pattern, series.code);
  PATTERNS.set(series, pattern);
  return pattern;
}

/** Returns the first counter of a series in a year; 0 as the year of a pattern without years. */
export function firstCounter(
  { start, startYear }: Pick<StoredSeries, 'start' | 'startYear'>,
  year: number,
): number {
  return startYear === null || year === startYear ? start : 1;
}

/** Chooses the counter of an invoice by its issue date. */
export function chooseYear(series: StoredSeries, issueDate: string): number {
  return patternOf(series).hasYear ? Number(issueDate.slice(0, 4)) : 0;
}

/** Writes the number of a counter of a series. @param year as `chooseYear` returns it. */
export function numberOf(series: StoredSeries, year: number, counter: number): string {
  return formatNumber(patternOf(series), year, counter);
}

/**
 * Finds the series of an issuer that gives a number, or has given it. Numbers before the start of a
 * series are not its own: the issuer's former system may have given them.
 * @param issueDate of the invoice that states the number, `YYYY-MM-DD`.
 */
export function findSeriesOfNumber(
  all: readonly StoredSeries[],
  issuerNif: string,
  number: string,
  issueDate: string,
): StoredSeries | null {
  return (
    all.find((series) => {
      if (series.issuerNif !== issuerNif) return false;
      const place = findPlace(patternOf(series), number, Number(issueDate.slice(0, 4)));
      if (place === null) return false;
      const { start, startYear } = series;
      if (startYear === null) return place.counter >= start;
      return place.year > startYear || (place.year === startYear && place.counter >= start);
    }) ?? null
  );
}

/**
 * The text in place of the number of an invoice whose series gives it when it is issued. No number
 * contains these characters.
 */
const NOT_NUMBERED = '<series>';

/** Returns the text in place of a number that is not given yet. */
export function placeholderOf({ code }: Pick<StoredSeries, 'code'>): string {
  return NOT_NUMBERED + code;
}

/** Returns whether a text stands in place of a number that is not given yet. */
export function isPlaceholder(number: string): boolean {
  return number.startsWith(NOT_NUMBERED);
}
