/* Generated from sii-comparisons.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type OrderComparisonsRow = {
  readonly id: number;
  readonly fiscalYear: number;
  readonly period: string;
};

/** Begins comparisons of periods of an issuer, unless one of the same period is under way. */
export const orderComparisons: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    fiscalYears: readonly number[] | EncodedArray<number>,
    periods: readonly string[] | EncodedArray<string>,
    now: Date,
  ],
  OrderComparisonsRow
> = statement('orderComparisons');

/**
 * Begins comparisons of the periods that ended after a day, and of those of which the last comparison found differences or was given up, unless
 * one began since the night did. Those of a halted issuer wait until it is resumed.
 * The periods with entries, found one after another in the index on periods, whatever the number of entries.
 */
export const orderNightlyComparisons: Statement<
  [night: Date, ended: string, now: Date, most: number | bigint],
  NoColumns
> = statement('orderNightlyComparisons');

export type ListPeriodsToCompareRow = {
  readonly fiscalYear: number;
  readonly period: string;
};

/**
 * Lists the periods of an issuer that ended after a day and have entries.
 * The periods with entries, found one after another in the index on periods, whatever the number of entries.
 */
export const listPeriodsToCompare: Statement<
  [organizationId: number | bigint, issuerNif: string, ended: string],
  ListPeriodsToCompareRow
> = statement('listPeriodsToCompare');

export type FindFirstEntryRow = {
  readonly invoiceId: number;
};

/** Finds an entry of an issuer. */
export const findFirstEntry: Statement<
  [organizationId: number | bigint, issuerNif: string],
  FindFirstEntryRow
> = statement('findFirstEntry');

export type ListDueComparisonsRow = {
  readonly comparisonId: number;
  readonly organizationId: number;
};

/** Lists comparisons of which the next page may be asked for, those of few pages first. */
export const listDueComparisons: Statement<[now: Date, most: number | bigint], ListDueComparisonsRow> =
  statement('listDueComparisons');

export type LockBookComparisonRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly fiscalYear: number;
  readonly period: string;
  readonly pages: number;
  readonly failures: number;
  readonly pageNumber: string | null;
  readonly pageDate: string | null;
  readonly askingUntil: number | null;
  readonly nextAllowedAt: number | null;
  readonly isEnded: boolean;
  readonly isKnownDatabase: boolean;
  readonly isOtherAsking: boolean;
  readonly isHalted: boolean;
  readonly invoiceId: number | null;
};

/** Locks a comparison until the transaction ends. */
export const lockBookComparison: Statement<
  [comparisonId: number | bigint, now: Date, activeLineage: string | null],
  LockBookComparisonRow
> = statement('lockBookComparison');

/** Marks that a worker asks for the next page. */
export const askBookComparison: Statement<[comparisonId: number | bigint, askingUntil: Date], NoColumns> =
  statement('askBookComparison');

export type StoreComparedPageRow = {
  readonly onlyInBook: number;
  readonly differing: number;
  readonly moved: number;
};

/**
 * Compares a page of the book with the entries of the engine, and stores what differs and what AEAT found in the books of recipients. Entries that
 * changed since the comparison began, or that AEAT has not answered, are not compared. Does nothing if the page is stored already.
 */
export const storeComparedPage: Statement<
  [
    comparisonId: number | bigint,
    page: number,
    now: Date,
    nextNumber: string | null,
    nextDate: string | null,
    numbers: readonly string[] | EncodedArray<string>,
    issueDates: readonly string[] | EncodedArray<string>,
    states: readonly string[] | EncodedArray<string>,
    totals: readonly (string | null)[] | EncodedArray<string | null>,
    csvs: readonly (string | null)[] | EncodedArray<string | null>,
    matchings: readonly (string | null)[] | EncodedArray<string | null>,
    matchedAt: readonly (string | null)[] | EncodedArray<string | null>,
    reverseChargeBases: readonly (string | null)[] | EncodedArray<string | null>,
    bases: readonly (string | null)[] | EncodedArray<string | null>,
    taxes: readonly (string | null)[] | EncodedArray<string | null>,
    surcharges: readonly (string | null)[] | EncodedArray<string | null>,
    sums: readonly (string | null)[] | EncodedArray<string | null>,
    mostOfKind: number | bigint,
  ],
  StoreComparedPageRow
> = statement('storeComparedPage');

/** Adds to the counts of a comparison. */
export const countCompared: Statement<
  [comparisonId: number | bigint, onlyInBook: number, differing: number],
  NoColumns
> = statement('countCompared');

/** Delays the next attempt to ask for a page. */
export const failBookComparison: Statement<
  [comparisonId: number | bigint, failures: number, nextAllowedAt: Date],
  NoColumns
> = statement('failBookComparison');

/** Deletes the ended comparison of the same period as another one, with what it found. */
export const dropPastComparison: Statement<[comparisonId: number | bigint], NoColumns> =
  statement('dropPastComparison');

export type EndBookComparisonRow = {
  readonly invoices: number;
  readonly onlyInBook: number;
  readonly onlyInEngine: number;
  readonly differing: number;
};

/** Ends a comparison. If it has seen the whole book, the accepted entries that the book did not show are only in the engine. */
export const endBookComparison: Statement<
  [comparisonId: number | bigint, now: Date, failure: string | null, mostOfKind: number | bigint],
  EndBookComparisonRow
> = statement('endBookComparison');

export type ListComparisonsRow = {
  readonly id: number;
  readonly issuerNif: string;
  readonly fiscalYear: number;
  readonly period: string;
  readonly startedAt: number;
  readonly pages: number;
  readonly invoices: number;
  readonly failures: number;
  readonly nextAllowedAt: number | null;
  readonly endedAt: number | null;
  readonly failure: string | null;
  readonly onlyInBook: number;
  readonly onlyInEngine: number;
  readonly differing: number;
};

/** Lists the comparisons of an organization, those under way and the last one of each period. */
export const listComparisons: Statement<
  [organizationId: number | bigint, issuerNif: string | null],
  ListComparisonsRow
> = statement('listComparisons');

export type ListDifferencesRow = {
  readonly issuerNif: string;
  readonly fiscalYear: number;
  readonly period: string;
  readonly kind: 'only_in_book' | 'only_in_engine' | 'state' | 'total' | 'csv';
  readonly number: string;
  readonly issueDate: string;
  readonly invoiceId: number | null;
  readonly ours: string | null;
  readonly theirs: string | null;
};

/** Lists what the last comparisons of an organization found. */
export const listDifferences: Statement<
  [organizationId: number | bigint, issuerNif: string | null, most: number | bigint],
  ListDifferencesRow
> = statement('listDifferences');

/** Records that an operator ordered comparisons. */
export const recordComparisonOrder: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    operator: string,
    reason: string | null,
    periods: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('recordComparisonOrder');
