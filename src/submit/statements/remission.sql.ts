/* Generated from remission.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type BeginAttemptRow = {
  readonly attempt: number;
};

/** Begins a try. The wait is paid before the message leaves: whoever dies now leaves it behind. */
export const beginAttempt: Statement<
  [chainId: number | bigint, sendingUntil: Date, nextAllowedAt: Date],
  BeginAttemptRow
> = statement('beginAttempt');

/**
 * Ends a try, unless another one began meanwhile. With failures 0 the incident is over; the records that it delayed are those of the chain up to now. What a comparison halted
 * meanwhile stays halted.
 */
export const endAttempt: Statement<
  [
    chainId: number | bigint,
    attempt: number | bigint,
    waitSeconds: number,
    nextAllowedAt: Date,
    failures: number,
    now: Date,
    haltedReason: string | null,
    excessiveSeconds: number | null,
  ],
  NoColumns
> = statement('endAttempt');

/** Gives a try more time, unless another one began meanwhile. */
export const extendAttempt: Statement<
  [chainId: number | bigint, attempt: number | bigint, sendingUntil: Date],
  NoColumns
> = statement('extendAttempt');

export type FindIssuerNameRow = {
  readonly name: string;
};

/**
 * The name of a chain's issuer: as an operator set it, else as AEAT took it last, else as the newest record has it. A natural person's must be the
 * census's, and one wrong name in a batch must not stop the records of all others (AEAT 4104).
 */
export const findIssuerName: Statement<[chainId: number | bigint], FindIssuerNameRow> =
  statement('findIssuerName');

/**
 * Ends a submission whose records are all answered, with the one that replaced it where its answers came late, and moves its chain's remission past them;
 * no row while one is missing.
 */
export const finishSubmission: Statement<[submissionId: number | bigint, now: Date], NoColumns> =
  statement('finishSubmission');

export type HastenRemissionRow = {
  readonly at: number | null;
};

/** Lets the next message of a chain go earlier (migrations/0005-remission.sql). */
export const hastenRemission: Statement<[chainId: number | bigint], HastenRemissionRow> =
  statement('hastenRemission');

/** Inserts an attempt that has ended. */
export const insertAttempt: Statement<
  [
    chainId: number | bigint,
    attempt: number | bigint,
    submissionId: number | bigint,
    startedAt: Date,
    endedAt: Date,
    outcome: string,
    reason: string | null,
    code: number | null,
    message: string | null,
    httpStatus: number | null,
    waitSeconds: number | null,
    csv: string | null,
    answer: Uint8Array | null,
  ],
  NoColumns
> = statement('insertAttempt');

/** Stores answers. Of two answers to a record the first stays. */
export const insertRecordAnswers: Statement<
  [
    chainId: number | bigint,
    attempt: number | bigint,
    submissionId: number | bigint,
    now: Date,
    sequences: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    states: readonly string[] | EncodedArray<string>,
    codes: readonly (number | null)[] | EncodedArray<number | null>,
    messages: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  NoColumns
> = statement('insertRecordAnswers');

export type InsertSubmissionRow = {
  readonly id: number;
};

/** Inserts a submission of the records between two places of a chain. hasIncident: whether its message says Incidencia=S. */
export const insertSubmission: Statement<
  [
    chainId: number | bigint,
    firstSequence: number | bigint,
    lastSequence: number | bigint,
    hasIncident: boolean,
    request: Uint8Array,
    createdAt: Date,
  ],
  InsertSubmissionRow
> = statement('insertSubmission');

export type ListConsultedRow = {
  readonly sequence: number;
  readonly period: string;
  readonly installationNumbers: readonly string[];
  readonly later: readonly { readonly externalReference: string; readonly hash: string }[];
};

/** What a query to AEAT's register needs of some records. */
export const listConsulted: Statement<
  [chainId: number | bigint, sequences: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ListConsultedRow
> = statement('listConsulted');

export type ListRemittedRow = {
  readonly sequence: number;
  readonly kind: 'alta' | 'anulacion';
  readonly hash: string;
  readonly xml: string | null;
  readonly invoiceId: number;
  readonly generatedAt: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly isAnswered: boolean;
  readonly isCorrection: boolean;
};

/** Records of a chain as their envelope and its answer name them. */
export const listRemitted: Statement<
  [chainId: number | bigint, first: number | bigint, last: number | bigint],
  ListRemittedRow
> = statement('listRemitted');

/** Holds the remission of a chain until the transaction ends. What others wrote is seen by the next statement, not by this one. */
export const lockRemission: Statement<[chainId: number | bigint], NoColumns> = statement('lockRemission');

export type ReadRemissionRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly remittedSequence: number;
  readonly sequence: number;
  readonly waitSeconds: number;
  readonly excessiveWaitSeconds: number | null;
  readonly failures: number;
  readonly nextAllowedAt: number | null;
  readonly sendingUntil: number | null;
  readonly hasIncident: boolean;
  readonly incidentSequence: number;
  readonly haltedReason: string | null;
  readonly isCompared: boolean;
  readonly isKnownDatabase: boolean;
  readonly wasSubmitted: boolean;
  readonly openId: number | null;
  readonly openFirst: number | null;
  readonly openLast: number | null;
  readonly openHasIncident: boolean | null;
};

/** Where the remission of a chain stands, with its open submission. */
export const readRemission: Statement<
  [chainId: number | bigint, activeLineage: string | null],
  ReadRemissionRow
> = statement('readRemission');

export type ReadRequestRow = {
  readonly request: Buffer;
};

/** The message of a submission, compressed. */
export const readRequest: Statement<[submissionId: number | bigint], ReadRequestRow> =
  statement('readRequest');

/** Lets a halted chain send again: its open envelope is built anew. */
export const resumeRemission: Statement<[chainId: number | bigint, now: Date], NoColumns> =
  statement('resumeRemission');

/** Ends a submission that another one replaces. */
export const supersedeSubmission: Statement<[submissionId: number | bigint, now: Date], NoColumns> =
  statement('supersedeSubmission');

export type ListDueRemissionsRow = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly records: number;
  readonly isFull: boolean;
};

/**
 * Chains that may send records now, or are to be compared with AEAT first: organizations take turns, of each those that waited longest
 * first. A comparison waits for nothing but its own time.
 */
export const listDueRemissions: Statement<
  [now: Date, most: number | bigint, fullEnvelope: number | bigint],
  ListDueRemissionsRow
> = statement('listDueRemissions');
