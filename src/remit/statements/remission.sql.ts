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

/**
 * Begins an attempt. The waiting time is stored before the message is sent, so that it also applies
 * if the worker dies.
 */
export const beginAttempt: Statement<
  [chainId: number | bigint, sendingUntil: Date, nextAllowedAt: Date],
  BeginAttemptRow
> = statement('beginAttempt');

/**
 * Ends an attempt, unless another one has begun. If failures is 0, the incident is over; it delayed
 * all records that the chain has now. A chain that a comparison halted in the meantime stays
 * halted.
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

/** Extends the lease of an attempt, unless another one has begun. */
export const extendAttempt: Statement<
  [chainId: number | bigint, attempt: number | bigint, sendingUntil: Date],
  NoColumns
> = statement('extendAttempt');

export type FindIssuerNameRow = {
  readonly name: string;
};

/**
 * Finds the name of a chain's issuer: the one that an operator set, or else the one that AEAT last
 * accepted, or else that of the newest record. The name of a natural person must match the census,
 * and one wrong name in a batch must not block all other records (AEAT 4104).
 */
export const findIssuerName: Statement<[chainId: number | bigint], FindIssuerNameRow> =
  statement('findIssuerName');

/**
 * Ends a submission whose records are all answered, and advances the remission of its chain past
 * them. If the answers came late, also ends the submission that replaced it. Updates no row while
 * an answer is missing.
 */
export const finishSubmission: Statement<[submissionId: number | bigint, now: Date], NoColumns> =
  statement('finishSubmission');

export type HastenRemissionRow = {
  readonly at: number | null;
};

/** Allows the next message of a chain to be sent earlier (migrations/0005-remission.sql). */
export const hastenRemission: Statement<[chainId: number | bigint], HastenRemissionRow> =
  statement('hastenRemission');

/** Inserts a finished attempt. */
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

/** Stores answers. If a record already has an answer, it keeps it. */
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

/**
 * Inserts a submission of a range of a chain's records. hasIncident is whether its message has
 * Incidencia=S.
 */
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

/** Returns the data of records that a query of AEAT's register needs. */
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

/** Lists records of a chain with the identity that envelopes and answers use. */
export const listRemitted: Statement<
  [chainId: number | bigint, first: number | bigint, last: number | bigint],
  ListRemittedRow
> = statement('listRemitted');

/**
 * Locks the remission of a chain until the transaction ends. Changes that others committed during
 * the wait are visible to the next statement, not to this one.
 */
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

/** Returns the state of the remission of a chain with its open submission. */
export const readRemission: Statement<
  [chainId: number | bigint, activeLineage: string | null],
  ReadRemissionRow
> = statement('readRemission');

export type ReadRequestRow = {
  readonly request: Buffer;
};

/** Returns the compressed message of a submission. */
export const readRequest: Statement<[submissionId: number | bigint], ReadRequestRow> =
  statement('readRequest');

/** Resumes a halted chain. Its open envelope is built again. */
export const resumeRemission: Statement<[chainId: number | bigint, now: Date], NoColumns> =
  statement('resumeRemission');

/** Marks a submission as replaced by another one. */
export const supersedeSubmission: Statement<[submissionId: number | bigint, now: Date], NoColumns> =
  statement('supersedeSubmission');

export type ListDueRemissionsRow = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly records: number;
  readonly isFull: boolean;
};

/**
 * Lists chains that may send records now or are to be compared with AEAT first. Organizations
 * alternate; within an organization, the chain that has waited longest comes first. A comparison
 * only waits for its own postponement.
 */
export const listDueRemissions: Statement<
  [now: Date, most: number | bigint, fullEnvelope: number | bigint],
  ListDueRemissionsRow
> = statement('listDueRemissions');
