/* Generated from spfe-reports.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ClaimSpfeReadingsRow = {
  readonly requestId: number | null;
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
};

/**
 * Picks the admitted deliveries of an issuer that their recipients have not paid and of which the SPFE was not asked for an hour, or for a day if they
 * were issued before a date, and notes that it is asked now. Returns no row if the issuer is halted or another database is active.
 */
export const claimSpfeReadings: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    now: Date,
    until: Date,
    recent: string,
    most: number | bigint,
    activeLineage: string | null,
  ],
  ClaimSpfeReadingsRow
> = statement('claimSpfeReadings');

/** Marks the reports about invoices that the SPFE does not tell any more, or tells in another way. */
export const removeGoneReports: Statement<
  [
    now: Date,
    asked: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    kinds: readonly string[] | EncodedArray<string>,
    effectiveOn: readonly string[] | EncodedArray<string>,
    dueOn: readonly (string | null)[] | EncodedArray<string | null>,
    conditions: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  NoColumns
> = statement('removeGoneReports');

/** Stores what recipients reported, unless it is known. */
export const storeSpfeReports: Statement<
  [
    organizationId: number | bigint,
    now: Date,
    invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    kinds: readonly string[] | EncodedArray<string>,
    effectiveOn: readonly string[] | EncodedArray<string>,
    dueOn: readonly (string | null)[] | EncodedArray<string | null>,
    conditions: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  NoColumns
> = statement('storeSpfeReports');

export type ListDueSpfeReadingsRow = {
  readonly organizationId: number;
  readonly chainId: number;
};

/** Lists issuers, by their chains, with admitted deliveries of which the SPFE was not asked for an hour, or for a day if they were issued before a date. */
export const listDueSpfeReadings: Statement<
  [hourAgo: Date, dayAgo: Date, recent: string, most: number | bigint],
  ListDueSpfeReadingsRow
> = statement('listDueSpfeReadings');
