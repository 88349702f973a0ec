/* Generated from sii-backlogs.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type SettlementPeriod } from '../../contracts/registers.ts';

const statement = readStatements(import.meta.url);

export type FindEntryIntoSiiRow = {
  readonly validFrom: string;
  readonly period: SettlementPeriod;
};

/** Finds the day on which an issuer last entered SII: that of the first of the decisions for SII after the last one for VeriFactu. */
export const findEntryIntoSii: Statement<[issuerNif: string], FindEntryIntoSiiRow> =
  statement('findEntryIntoSii');

export type ListBacklogRow = {
  readonly fiscalYear: number;
  readonly period: string;
  readonly invoices: number;
  readonly first: string;
  readonly last: string;
};

/** Counts the invoices of an issuer with issue dates in a span that are neither annulled nor in SII, by the period that they would have there. */
export const listBacklog: Statement<
  [organizationId: number | bigint, issuerNif: string, from: string, before: string, settlement: string],
  ListBacklogRow
> = statement('listBacklog');

export type OrderBacklogRow = {
  readonly id: number;
};

/** Orders the earlier invoices of an issuer, and records the act; does nothing while an order is under way. */
export const orderBacklog: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    enteredOn: string,
    now: Date,
    operator: string,
    reason: string | null,
  ],
  OrderBacklogRow
> = statement('orderBacklog');

export type LockBacklogRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly enteredOn: string;
  readonly examinedId: number;
  readonly isEnded: boolean;
};

/** Locks an order until the transaction ends. */
export const lockBacklog: Statement<[backlogId: number | bigint], LockBacklogRow> = statement('lockBacklog');

export type HoldChainsOfBacklogRow = {
  readonly id: number;
};

/** Locks the chains of an issuer until the transaction ends, so that none of its invoices is annulled meanwhile. */
export const holdChainsOfBacklog: Statement<
  [organizationId: number | bigint, issuerNif: string],
  HoldChainsOfBacklogRow
> = statement('holdChainsOfBacklog');

export type ListBacklogChunkRow = {
  readonly invoiceId: number;
  readonly number: string;
  readonly issueDate: string;
  readonly version: number;
  readonly rectifiedOperationDate: string | null;
};

/**
 * Lists the next invoices of an issuer with issue dates in a span that are neither annulled nor in SII, with what their records depend on besides
 * their documents (as readDrafting, src/operate/statements/entries.sql).
 */
export const listBacklogChunk: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    from: string,
    before: string,
    examinedId: number | bigint,
    most: number | bigint,
  ],
  ListBacklogChunkRow
> = statement('listBacklogChunk');

/** Stores the entries of a chunk with their first versions, the invoices that were refused, and how far the order has come. */
export const storeBacklogChunk: Statement<
  [
    backlogId: number | bigint,
    organizationId: number | bigint,
    issuerNif: string,
    now: Date,
    dueBy: string,
    examinedId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    numbers: readonly string[] | EncodedArray<string>,
    issueDates: readonly string[] | EncodedArray<string>,
    fiscalYears: readonly number[] | EncodedArray<number>,
    periods: readonly string[] | EncodedArray<string>,
    records: readonly string[] | EncodedArray<string>,
    refusedIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    reasons: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('storeBacklogChunk');

/** Ends an order. */
export const endBacklog: Statement<
  [backlogId: number | bigint, now: Date, failure: string | null],
  NoColumns
> = statement('endBacklog');

export type ListDueBacklogsRow = {
  readonly backlogId: number;
  readonly organizationId: number;
};

/** Lists the orders that have not ended, the oldest first. */
export const listDueBacklogs: Statement<[most: number | bigint], ListDueBacklogsRow> =
  statement('listDueBacklogs');

export type FindLastBacklogRow = {
  readonly id: number;
  readonly enteredOn: string;
  readonly orderedAt: number;
  readonly entries: number;
  readonly refused: number;
  readonly endedAt: number | null;
  readonly failure: string | null;
};

/** Finds the last order for an issuer. */
export const findLastBacklog: Statement<
  [organizationId: number | bigint, issuerNif: string],
  FindLastBacklogRow
> = statement('findLastBacklog');

export type CountBacklogEntriesRow = {
  readonly entries: number;
  readonly waiting: number;
  readonly rejected: number;
  readonly annulled: number;
};

/**
 * Counts the entries of earlier invoices of an issuer: all, those without an answer, those that AEAT rejected, and those whose invoice was annulled
 * although SII has it or will have it.
 */
export const countBacklogEntries: Statement<
  [organizationId: number | bigint, issuerNif: string],
  CountBacklogEntriesRow
> = statement('countBacklogEntries');

export type ListBacklogRefusalsRow = {
  readonly invoiceId: number;
  readonly number: string;
  readonly issueDate: string;
  readonly reason: string;
};

/** Lists the invoices that an order could not enter, with the reasons. */
export const listBacklogRefusals: Statement<
  [backlogId: number | bigint, most: number | bigint],
  ListBacklogRefusalsRow
> = statement('listBacklogRefusals');
