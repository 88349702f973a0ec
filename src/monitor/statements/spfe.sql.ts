/* Generated from spfe.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type SpfeDifference } from '../../contracts/spfe.ts';

const statement = readStatements(import.meta.url);

export type MeasureSpfeRow = {
  readonly waiting: number;
  readonly late: number;
  readonly overdue: number;
  readonly firstDueBy: number | null;
  readonly organizationIds: readonly number[];
  readonly halted: number;
  readonly rejected: number;
  readonly differences: number;
  readonly outageSince: number | null;
  readonly failedAttempts: number;
  readonly isUsed: boolean;
};

/** Measures the deliveries to the SPFE that are neither there nor given up: how many were due before a time, and how many before an earlier one. */
export const measureSpfe: Statement<
  [looked: Date, acted: Date, mostCounted: number | bigint],
  MeasureSpfeRow
> = statement('measureSpfe');

export type ListOpenSpfeRow = {
  readonly chainId: number | null;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly failures: number;
  readonly haltedReason: string | null;
  readonly haltedAt: number | null;
  readonly nextAllowedAt: number | null;
  readonly mustCompare: boolean;
  readonly waiting: number;
  readonly rejected: number;
  readonly undecided: number;
  readonly firstDueBy: number | null;
  readonly lastAt: number | null;
  readonly lastOutcome: string | null;
  readonly lastCode: string | null;
  readonly lastMessage: string | null;
};

/**
 * Lists the issuers with deliveries to the SPFE that are neither there nor given up, and those that are halted, that wait for a comparison or whose last
 * requests failed: halted ones first, then by the deadline.
 */
export const listOpenSpfe: Statement<[most: number | bigint, mostCounted: number | bigint], ListOpenSpfeRow> =
  statement('listOpenSpfe');

export type ListSpfeFaultsRow = {
  readonly state: 'blocked' | 'conflict' | 'held' | 'rejected' | 'unknown';
  readonly cause: string | null;
  readonly message: string | null;
  readonly deliveries: number;
  readonly organizationIds: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
  readonly invoiceIds: readonly number[];
};

/**
 * Groups the deliveries that a person decides by their state and its cause. Removes from AEAT's messages the parts that
 * differ between documents; of the texts of a rule the first one stands for all.
 */
export const listSpfeFaults: Statement<
  [mostLookedAt: number | bigint, most: number | bigint, mostNamed: number | bigint],
  ListSpfeFaultsRow
> = statement('listSpfeFaults');

export type ListSpfeDifferencesRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly kind: SpfeDifference;
  readonly documents: number;
  readonly firstNumber: string;
  readonly lastAt: number;
};

/** Counts by issuer and kind the documents in which the SPFE and the deliveries differ. */
export const listSpfeDifferences: Statement<
  [mostLookedAt: number | bigint, most: number | bigint],
  ListSpfeDifferencesRow
> = statement('listSpfeDifferences');

export type ListSpfeRejectionsRow = {
  readonly organizationId: number;
  readonly condition: string | null;
  readonly invoices: number;
  readonly invoiceIds: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
};

/** Counts by organization and reason the invoices that their recipients rejected, the newest ones. */
export const listSpfeRejections: Statement<
  [mostLookedAt: number | bigint, most: number | bigint, mostNamed: number],
  ListSpfeRejectionsRow
> = statement('listSpfeRejections');

export type ListSpfeDisagreementsRow = {
  readonly kind: 'annulled' | 'paid';
  readonly organizationId: number;
  readonly invoices: number;
  readonly invoiceIds: readonly number[];
  readonly lastAt: number;
};

/**
 * Counts by organization the invoices that are annulled and still at the SPFE, and those that their recipients paid on another day, or with another due
 * date, than their issuers reported. Of the newest annulments and reports.
 */
export const listSpfeDisagreements: Statement<
  [mostLookedAt: number | bigint, most: number | bigint, mostNamed: number],
  ListSpfeDisagreementsRow
> = statement('listSpfeDisagreements');

export type ListUndecidedSpfeRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
};

/**
 * Lists issuers about whose invoices nobody decided whether they go to the SPFE, though they issued invoices since the day of the duty: the first day
 * for issuers in SII, whose volume of operations may exceed 8,000,000 euros, and the second one for all.
 */
export const listUndecidedSpfe: Statement<
  [turnover: string, everyone: string, most: number | bigint],
  ListUndecidedSpfeRow
> = statement('listUndecidedSpfe');

export type ListSpfeSendersRow = {
  readonly nif: string;
};

/** Lists issuers whose invoices are to be sent to the SPFE by a decision that holds on a day or begins later. */
export const listSpfeSenders: Statement<[today: string, most: number | bigint], ListSpfeSendersRow> =
  statement('listSpfeSenders');
