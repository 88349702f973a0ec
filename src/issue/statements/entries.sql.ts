/* Generated from entries.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

/** Inserts the entries of issued invoices in SII with their first versions, one list per column. */
export const insertSiiEntries: Statement<
  [
    organizationId: number | bigint,
    createdAt: Date,
    issuedInvoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    issuerNifs: readonly string[] | EncodedArray<string>,
    numbers: readonly string[] | EncodedArray<string>,
    issueDates: readonly string[] | EncodedArray<string>,
    fiscalYears: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    periods: readonly string[] | EncodedArray<string>,
    dueDates: readonly (string | null)[] | EncodedArray<string | null>,
    records: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('insertSiiEntries');

/**
 * Inserts the deliveries of issued invoices to the SPFE, one list per column. Missing facts are separated by blanks. What is
 * sent is due when it is issued (RD 238/2026, art. 8.2; Orden HAC/1028/2026, art. 4.1).
 */
export const insertSpfeDeliveries: Statement<
  [
    organizationId: number | bigint,
    createdAt: Date,
    issuedInvoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    issuerNifs: readonly string[] | EncodedArray<string>,
    numbers: readonly string[] | EncodedArray<string>,
    issueDates: readonly string[] | EncodedArray<string>,
    modes: readonly string[] | EncodedArray<string>,
    channels: readonly string[] | EncodedArray<string>,
    states: readonly string[] | EncodedArray<string>,
    reasons: readonly (string | null)[] | EncodedArray<string | null>,
    missing: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  NoColumns
> = statement('insertSpfeDeliveries');
