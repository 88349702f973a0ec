/* Generated from sii.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type SiiMessageKind, type SiiState } from '../../contracts/registers.ts';

const statement = readStatements(import.meta.url);

/** Creates the state of the sending of an issuer's entries, unless it exists. */
export const createSiiIssuer: Statement<[organizationId: number | bigint, issuerNif: string], NoColumns> =
  statement('createSiiIssuer');

export type LockSiiIssuerRow = {
  readonly failures: number;
  readonly nextAllowedAt: number | null;
  readonly haltedReason: string | null;
  readonly isKnownDatabase: boolean;
};

/** Locks the sending of an issuer's entries until the transaction ends. */
export const lockSiiIssuer: Statement<
  [organizationId: number | bigint, issuerNif: string, activeLineage: string | null],
  LockSiiIssuerRow
> = statement('lockSiiIssuer');

export type CountSiiSendingRow = {
  readonly ofIssuer: number;
  readonly ofOrganization: number;
};

/** Counts the messages that are at AEAT now. */
export const countSiiSending: Statement<
  [organizationId: number | bigint, issuerNif: string, now: Date],
  CountSiiSendingRow
> = statement('countSiiSending');

export type FindOpenSiiMessageRow = {
  readonly id: number;
  readonly kind: SiiMessageKind;
  readonly request: Buffer;
};

/** Finds the oldest message without an answer that no worker is sending. */
export const findOpenSiiMessage: Statement<
  [organizationId: number | bigint, issuerNif: string, now: Date],
  FindOpenSiiMessageRow
> = statement('findOpenSiiMessage');

export type BeginSiiAttemptRow = {
  readonly attempt: number;
};

/** Begins an attempt to send a message. */
export const beginSiiAttempt: Statement<
  [messageId: number | bigint, sendingUntil: Date],
  BeginSiiAttemptRow
> = statement('beginSiiAttempt');

export type TakeSiiEntriesRow = {
  readonly invoiceId: number;
  readonly version: number;
  readonly kind: 'A0' | 'A1' | 'baja';
  readonly record: string;
};

/** Marks waiting entries of one kind as sent and returns their records: those that have waited longest first, and earlier invoices of a newcomer last. */
export const takeSiiEntries: Statement<
  [organizationId: number | bigint, issuerNif: string, most: number | bigint],
  TakeSiiEntriesRow
> = statement('takeSiiEntries');

export type InsertSiiMessageRow = {
  readonly id: number;
};

/** Inserts a message with its entries, and begins its first attempt. */
export const insertSiiMessage: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    kind: string,
    request: Uint8Array,
    createdAt: Date,
    sendingUntil: Date,
    invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    versions: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  InsertSiiMessageRow
> = statement('insertSiiMessage');

export type ListSiiLinesRow = {
  readonly invoiceId: number;
  readonly version: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly fiscalYear: number;
  readonly period: string;
};

/** Lists the entries of a message that have no answer, with the data by which AEAT's answer and its book identify them. */
export const listSiiLines: Statement<[messageId: number | bigint], ListSiiLinesRow> =
  statement('listSiiLines');

export type TakeSiiCollectionsRow = {
  readonly paymentId: number;
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly date: string;
  readonly amount: string;
  readonly means: '01' | '02' | '03' | '04' | '05';
  readonly account: string | null;
};

/**
 * Locks collections that wait, those that have waited longest first: of invoices that AEAT has, without collections in another message, and
 * without opposites of collections that AEAT does not have.
 */
export const takeSiiCollections: Statement<
  [organizationId: number | bigint, issuerNif: string, most: number | bigint],
  TakeSiiCollectionsRow
> = statement('takeSiiCollections');

export type InsertSiiCollectionsMessageRow = {
  readonly id: number;
};

/** Inserts a message with collections, and begins its first attempt. */
export const insertSiiCollectionsMessage: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    request: Uint8Array,
    createdAt: Date,
    sendingUntil: Date,
    paymentIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  InsertSiiCollectionsMessageRow
> = statement('insertSiiCollectionsMessage');

export type ListSiiCollectionLinesRow = ListSiiLinesRow;

/** Lists the invoices whose collections in a message have no answer, as listSiiLines lists entries. */
export const listSiiCollectionLines: Statement<[messageId: number | bigint], ListSiiCollectionLinesRow> =
  statement('listSiiCollectionLines');

export type ListToldCollectionsRow = {
  readonly invoiceId: number;
  readonly isSent: boolean;
  readonly date: string;
  readonly amount: string;
  readonly means: '01' | '02' | '03' | '04' | '05';
  readonly account: string | null;
};

/** Lists the collections of invoices that AEAT has accepted, and those in a message without an answer. */
export const listToldCollections: Statement<
  [messageId: number | bigint, invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ListToldCollectionsRow
> = statement('listToldCollections');

/**
 * Stores how AEAT left the collections of invoices in a message. What is unsettled waits to be sent again, unless its payment was cancelled
 * meanwhile; then, and after a rejection, its opposite is not sent either.
 */
export const settleSiiCollections: Statement<
  [
    messageId: number | bigint,
    now: Date,
    invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    states: readonly string[] | EncodedArray<string>,
    codes: readonly (number | null)[] | EncodedArray<number | null>,
    messages: readonly (string | null)[] | EncodedArray<string | null>,
    csvs: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  NoColumns
> = statement('settleSiiCollections');

/** Inserts a finished attempt. */
export const insertSiiAttempt: Statement<
  [
    messageId: number | bigint,
    attempt: number,
    organizationId: number | bigint,
    startedAt: Date,
    endedAt: Date,
    outcome: string,
    reason: string | null,
    code: number | null,
    message: string | null,
    httpStatus: number | null,
    csv: string | null,
    answer: Uint8Array | null,
  ],
  NoColumns
> = statement('insertSiiAttempt');

/** Moves the end of the lease of an attempt, unless another one has begun. Without an end the message may be sent again. */
export const extendSiiAttempt: Statement<
  [messageId: number | bigint, attempt: number, sendingUntil: Date | null],
  NoColumns
> = statement('extendSiiAttempt');

/** Stores how AEAT left entries of a message. An entry that is unsettled waits to be sent again. An answer that is stored already stays. */
export const settleSiiLines: Statement<Parameters<typeof settleSiiCollections>, NoColumns> = statement(
  'settleSiiLines',
);

/** Ends a message of which every entry is answered. Updates no row while an answer is missing. */
export const endSiiMessage: Statement<[messageId: number | bigint, now: Date], NoColumns> =
  statement('endSiiMessage');

/** Stores how the last message of an issuer ended. */
export const settleSiiIssuer: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    failures: number,
    nextAllowedAt: Date | null,
    now: Date,
    haltedReason: string | null,
  ],
  NoColumns
> = statement('settleSiiIssuer');

export type ResumeSiiIssuerRow = {
  readonly haltedReason: string | null;
};

/** Lets the entries of a halted issuer be sent again. Returns why it was halted, null if it is not. */
export const resumeSiiIssuer: Statement<
  [organizationId: number | bigint, issuerNif: string, now: Date],
  ResumeSiiIssuerRow
> = statement('resumeSiiIssuer');

export type ListDueSiiRow = {
  readonly organizationId: number;
  readonly chainId: number;
  readonly entries: number;
};

/** Lists issuers whose entries may be sent now, with the number of those that wait. */
export const listDueSii: Statement<[now: Date, most: number | bigint], ListDueSiiRow> =
  statement('listDueSii');

export type ListSiiIssuersRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly waiting: number;
  readonly accepted: number;
  readonly withErrors: number;
  readonly rejected: number;
  readonly withdrawn: number;
  readonly refusedWithdrawals: number;
  readonly overdue: number;
  readonly collectionsWaiting: number;
  readonly collectionsRejected: number;
  readonly collectionsOverdue: number;
  readonly nextDueBy: string | null;
  readonly failures: number | null;
  readonly haltedReason: string | null;
  readonly haltedAt: number | null;
};

/**
 * Lists the issuers with entries in SII, with the number of entries in each state, of collections that AEAT does not have, and the next deadline.
 * Collections of an invoice that is withdrawn are not sent, so they are not counted.
 */
export const listSiiIssuers: Statement<
  [today: string, organizationId: number | bigint | null, chainId: number | bigint | null],
  ListSiiIssuersRow
> = statement('listSiiIssuers');

export type ListSiiEntriesRow = {
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly kind: 'A0' | 'A1' | 'baja';
  readonly state: SiiState;
  readonly version: number;
  readonly fiscalYear: number;
  readonly period: string;
  readonly dueBy: string | null;
  readonly csv: string | null;
  readonly code: number | null;
  readonly message: string | null;
};

/** Lists entries in some states, those that are due first; only those whose deadline has passed if a day is given. */
export const listSiiEntries: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string | null,
    states: readonly string[] | EncodedArray<string>,
    today: string | null,
    most: number | bigint,
  ],
  ListSiiEntriesRow
> = statement('listSiiEntries');

export type ListSiiCollectionsRow = {
  readonly paymentId: number;
  readonly invoiceId: number;
  readonly number: string;
  readonly isWithdrawn: boolean;
  readonly date: string;
  readonly amount: string;
  readonly means: '01' | '02' | '03' | '04' | '05';
  readonly state: SiiState;
  readonly dueBy: string | null;
  readonly csv: string | null;
  readonly code: number | null;
  readonly message: string | null;
};

/**
 * Lists the collections of an organization, or of one of its invoices, in some states, those that are due first; only those whose deadline has
 * passed if a day is given. Those of an invoice that is withdrawn are not sent.
 */
export const listSiiCollections: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string | null,
    invoiceId: number | bigint | null,
    states: readonly string[] | EncodedArray<string>,
    today: string | null,
    most: number | bigint,
  ],
  ListSiiCollectionsRow
> = statement('listSiiCollections');

/** Records that an operator lets the entries of an issuer be sent again. */
export const recordSiiResume: Statement<
  [organizationId: number | bigint, issuerNif: string, operator: string, reason: string | null],
  NoColumns
> = statement('recordSiiResume');

export type WarnOfSiiDeadlinesRow = {
  readonly warned: number;
  readonly stored: string | null;
};

/**
 * Tells clients once of entries that AEAT has not accepted and whose last day is one of two days or between them. Entries that were issued since
 * a given time are being sent.
 */
export const warnOfSiiDeadlines: Statement<
  [today: string, until: string, before: Date, now: Date, most: number | bigint],
  WarnOfSiiDeadlinesRow
> = statement('warnOfSiiDeadlines');
