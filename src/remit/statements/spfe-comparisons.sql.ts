/* Generated from spfe-comparisons.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type SpfeDifference } from '../../contracts/spfe.ts';

const statement = readStatements(import.meta.url);

export type OrderSpfeComparisonRow = {
  readonly id: number;
};

/** Lets an issuer be compared with the SPFE at once, and records the act. Returns no row if nothing of the issuer was sent. */
export const orderSpfeComparison: Statement<
  [organizationId: number | bigint, issuerNif: string, operator: string, reason: string | null],
  OrderSpfeComparisonRow
> = statement('orderSpfeComparison');

export type ListStoredSpfeDifferencesRow = {
  readonly issuerNif: string;
  readonly kind: SpfeDifference;
  readonly number: string;
  readonly issueDate: string;
  readonly invoiceId: number | null;
  readonly details: string | null;
  readonly foundAt: number;
};

/** Lists the documents of an organization in which the SPFE and the deliveries differ. */
export const listStoredSpfeDifferences: Statement<
  [organizationId: number | bigint, issuerNif: string | null, most: number | bigint],
  ListStoredSpfeDifferencesRow
> = statement('listStoredSpfeDifferences');

export type ListDueSpfeComparisonsRow = {
  readonly organizationId: number;
  readonly chainId: number;
};

/** Lists issuers, by their chains, whose documents at the SPFE were not compared since a time, those first that must be compared before anything is sent. */
export const listDueSpfeComparisons: Statement<
  [before: Date, now: Date, most: number | bigint],
  ListDueSpfeComparisonsRow
> = statement('listDueSpfeComparisons');

export type ClaimSpfeComparisonRow = {
  readonly requestId: number | null;
  readonly beganAt: number | null;
  readonly page: string | null;
  readonly mustCompare: boolean;
};

/**
 * Claims the next page of a comparison for a worker. Returns no row if the issuer is halted, if another worker asks, if it was compared since a
 * time, or if another database is active.
 */
export const claimSpfeComparison: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    before: Date,
    now: Date,
    until: Date,
    activeLineage: string | null,
  ],
  ClaimSpfeComparisonRow
> = statement('claimSpfeComparison');

/** Delays the next page of a comparison. */
export const delaySpfeComparison: Statement<
  [organizationId: number | bigint, issuerNif: string, until: Date],
  NoColumns
> = statement('delaySpfeComparison');

/** Halts an issuer whose documents the SPFE does not list, because a person must mend it. */
export const haltSpfeComparison: Statement<
  [organizationId: number | bigint, issuerNif: string, now: Date, reason: string],
  NoColumns
> = statement('haltSpfeComparison');

/** Gives a comparison up until the next one. */
export const giveUpSpfeComparison: Statement<
  [organizationId: number | bigint, issuerNif: string, now: Date],
  NoColumns
> = statement('giveUpSpfeComparison');

/** Stores what a page of the SPFE shows, and where the comparison goes on. */
export const storeSpfePage: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    page: string,
    numbers: readonly string[] | EncodedArray<string>,
    issueDates: readonly string[] | EncodedArray<string>,
    statuses: readonly string[] | EncodedArray<string>,
    localizadors: readonly (string | null)[] | EncodedArray<string | null>,
    csvs: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  NoColumns
> = statement('storeSpfePage');

export type EndSpfeComparisonRow = {
  readonly shown: number;
  readonly foreignDocuments: number;
  readonly missing: number;
  readonly differing: number;
  readonly looked: number;
  readonly isUnwritten: boolean;
};

/**
 * Compares what the SPFE has shown of the documents registered since a time with the deliveries, and stores what differs: documents that the engine
 * did not send, and admitted ones that the SPFE does not show. Differences that are gone are removed. Deliveries that wait though the SPFE has them are
 * looked up before they are sent, and after a restore the messages about them, too; until the contents of all of them are written, the comparison must
 * be made again.
 */
export const endSpfeComparison: Statement<
  [organizationId: number | bigint, issuerNif: string, from: Date, began: Date, now: Date, taken: string],
  EndSpfeComparisonRow
> = statement('endSpfeComparison');
