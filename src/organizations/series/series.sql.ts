/* Generated from series.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type InvoiceType } from '../../contracts/codes.ts';
import { type StoredSeries } from '../../domain/series/series-rules.ts';
import { type StoredCounter } from './stored-counter.ts';

const statement = readStatements(import.meta.url);

export type ChangeOwnSeriesRow = {
  readonly outcome: 'created' | 'changed' | 'same' | 'stale' | 'used' | 'forbidden';
};

/** Creates or changes a series for an API key, and records the act. */
export const changeOwnSeries: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    issuerNif: string,
    code: string,
    pattern: string,
    invoiceTypes: readonly string[] | EncodedArray<string>,
    start: number | bigint,
    startYear: number | null,
    isClosed: boolean,
    known: number | bigint,
  ],
  ChangeOwnSeriesRow
> = statement('changeOwnSeries');

export type ChangeSeriesRow = {
  readonly outcome: 'created' | 'changed' | 'same' | 'stale' | 'used';
};

/** Creates or changes a series on an operator's order, and records the act. */
export const changeSeries: Statement<
  [
    organizationId: number | bigint,
    operator: string,
    reason: string | null,
    now: Date,
    issuerNif: string,
    code: string,
    pattern: string,
    invoiceTypes: readonly string[] | EncodedArray<string>,
    start: number | bigint,
    startYear: number | null,
    isClosed: boolean,
    known: number | bigint,
  ],
  ChangeSeriesRow
> = statement('changeSeries');

export type FindHighestNumberRow = {
  readonly number: string;
  readonly counter: number;
};

/**
 * Finds the issued number with the greatest counter among those of an issuer that a series could give and did not, from a
 * calendar year on. The expression captures the counter.
 */
export const findHighestNumber: Statement<
  [organizationId: number | bigint, issuerNif: string, expression: string, fromYear: number],
  FindHighestNumberRow
> = statement('findHighestNumber');

export type ListStoredSeriesRow = {
  readonly id: number;
  readonly issuerNif: string;
  readonly code: string;
  readonly pattern: string;
  readonly invoiceTypes: readonly InvoiceType[];
  readonly start: number;
  readonly startYear: number | null;
  readonly isClosed: boolean;
  readonly revision: number;
};

/** Returns the series of an organization, as the rules of invoices need them. */
export const listStoredSeries: Statement<[organizationId: number | bigint], ListStoredSeriesRow> =
  statement('listStoredSeries');

export type ListComparedSeriesRow = {
  readonly known: number;
  readonly series: readonly StoredSeries[];
};

/** Returns the series of an organization with the id of the last change of any of them. */
export const listComparedSeries: Statement<[organizationId: number | bigint], ListComparedSeriesRow> =
  statement('listComparedSeries');

export type ListSeriesRow = {
  readonly id: number;
  readonly issuerNif: string;
  readonly code: string;
  readonly pattern: string;
  readonly invoiceTypes: readonly InvoiceType[];
  readonly start: number;
  readonly startYear: number | null;
  readonly revision: number;
  readonly closedAt: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly counters: readonly StoredCounter[];
};

/** Lists series of an organization with the counters of their last hundred years, the newest series first. */
export const listSeries: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string | null,
    code: string | null,
    before: number | bigint,
    most: number | bigint,
  ],
  ListSeriesRow
> = statement('listSeries');

export type ListSeriesChangesRow = {
  readonly id: number;
  readonly pattern: string;
  readonly invoiceTypes: readonly InvoiceType[];
  readonly start: number;
  readonly startYear: number | null;
  readonly isClosed: boolean;
  readonly changedAt: string;
  readonly changedBy: string;
};

/** Lists the versions of a series, the last first. */
export const listSeriesChanges: Statement<
  [
    organizationId: number | bigint,
    seriesId: number | bigint,
    before: number | bigint,
    most: number | bigint,
  ],
  ListSeriesChangesRow
> = statement('listSeriesChanges');

export type ListSeriesNumbersRow = {
  readonly counter: number;
  readonly number: string;
  readonly id: number;
  readonly issueDate: string;
  readonly issuedAt: string;
  readonly invoiceType: InvoiceType;
  readonly isStated: boolean;
};

/** Lists the numbers that a series gave or skipped in a year, the last first. */
export const listSeriesNumbers: Statement<
  [
    organizationId: number | bigint,
    seriesId: number | bigint,
    year: number,
    before: number | bigint,
    most: number | bigint,
  ],
  ListSeriesNumbersRow
> = statement('listSeriesNumbers');
