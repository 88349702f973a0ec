import type { RecordAnswerState } from 'verifactu-protocol/remission/answer';
import type { RemittedRecord } from 'verifactu-protocol/remission/judge-answer';
import type { Wait } from 'verifactu-protocol/remission/flow-control';
import type { OwnRecord } from 'verifactu-protocol/remission/judge-duplicate';
import type { Connection } from '../../platform/postgres/database.ts';
import { readLiterals } from '../../platform/literals/read-literals.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './remission.sql.ts';

/*
 * Statements that send the records of a chain. Times are read as milliseconds since 1970 and
 * written as Dates.
 */

/**
 * Locks the remission of a chain until the transaction ends.
 * @returns false when the chain does not exist.
 */
export async function lockRemission(connection: Connection, chainId: number): Promise<boolean> {
  const { rowCount } = await query(connection, sql.lockRemission(chainId));
  return rowCount === 1;
}

export type StoredRemission = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly remittedSequence: number;
  /** Sequence number of the last record of the chain. */
  readonly sequence: number;
  readonly waitSeconds: number;
  /** The last wait that AEAT requested, in seconds, when it exceeds the limit; otherwise null. */
  readonly excessiveWaitSeconds: number | null;
  readonly failures: number;
  readonly nextAllowedAt: number | null;
  readonly sendingUntil: number | null;
  readonly hasIncident: boolean;
  /** An incident delayed the records up to this one. The incident may be over. */
  readonly incidentSequence: number;
  readonly haltedReason: string | null;
  /** Whether the chain waits for its comparison with AEAT. */
  readonly isCompared: boolean;
  /**
   * false when the database is not the active one, or when it was restored or failed over and its
   * chains have not been marked yet.
   */
  readonly isKnownDatabase: boolean;
  /** Whether a message with the next record was created before. */
  readonly wasSubmitted: boolean;
  /** The open submission. All its members are null when there is none. */
  readonly openId: number | null;
  readonly openFirst: number | null;
  readonly openLast: number | null;
  readonly openHasIncident: boolean | null;
};

/**
 * Reads the state of the remission of a chain.
 * @param activeLineage the active lineage of the database cluster; null when it is unknown.
 * @throws when the chain does not exist.
 */
export async function readRemission(
  connection: Connection,
  chainId: number,
  activeLineage: string | null,
): Promise<StoredRemission> {
  const { rows } = await query(connection, sql.readRemission(chainId, activeLineage));
  if (!rows[0]) throw new Error(`chain ${chainId} has no remission`);
  return rows[0];
}

/** Reads the message of a submission, compressed with zstd. */
export async function readRequest(connection: Connection, submissionId: number): Promise<Buffer> {
  const { rows } = await query(connection, sql.readRequest(submissionId));
  return rows[0]!.request;
}

export type ChainRecord = RemittedRecord & {
  readonly sequence: number;
  readonly hash: string;
  readonly generatedAt: number;
  readonly isAnswered: boolean;
  /** Whether the record corrects an earlier record of its invoice. */
  readonly isCorrection: boolean;
};

/**
 * Returns the records of a chain between two sequence numbers, both included, in order and with
 * their XML.
 */
export async function listRemitted(
  connection: Connection,
  chainId: number,
  first: number,
  last: number,
): Promise<(ChainRecord & { readonly xml: string })[]> {
  const { rows } = await query(connection, sql.listRemitted(chainId, first, last));
  const literals = rows.map(({ xml, invoiceId }) => ({ literal: xml, invoiceId }));
  const literalOf = await readLiterals(connection, 'records', literals);
  return rows.map(({ invoiceId: _invoiceId, ...row }, index) => {
    const xml = literalOf(literals[index]!);
    return { ...row, xml, externalReference: readExternalReference(xml) };
  });
}

const [REFERENCE, REFERENCE_END] = ['<si:RefExterna>', '</si:RefExterna>'];

/** Returns the RefExterna of a record, or an empty string when it has none. */
function readExternalReference(xml: string): string {
  const start = xml.indexOf(REFERENCE);
  const end = xml.indexOf(REFERENCE_END, start);
  return start < 0 || end < 0 ? '' : xml.slice(start + REFERENCE.length, end);
}

/**
 * Returns the name of the issuer of a chain for the header of its messages. This is the issuer's
 * own name, regardless of the newest record.
 */
export async function findIssuerName(connection: Connection, chainId: number): Promise<string> {
  const { rows } = await query(connection, sql.findIssuerName(chainId));
  return rows[0]!.name;
}

export type NewSubmission = {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly hasIncident: boolean;
  /** Compressed with zstd. */
  readonly request: Buffer;
  readonly createdAt: Date;
};

/**
 * Stores an envelope exactly as it will be sent.
 * @returns its id.
 */
export async function insertSubmission(
  connection: Connection,
  chainId: number,
  submission: NewSubmission,
): Promise<number> {
  const { firstSequence, lastSequence, hasIncident, request, createdAt } = submission;
  const { rows } = await query(
    connection,
    sql.insertSubmission(chainId, firstSequence, lastSequence, hasIncident, request, createdAt),
  );
  return rows[0]!.id;
}

/** Ends a submission that is replaced by another envelope with the same records. */
export async function supersedeSubmission(
  connection: Connection,
  submissionId: number,
  now: Date,
): Promise<void> {
  await query(connection, sql.supersedeSubmission(submissionId, now));
}

/**
 * Begins an attempt. No other worker sends for the chain until `sendingUntil` or until the attempt
 * ends.
 * @returns the number of the attempt.
 */
export async function beginAttempt(
  connection: Connection,
  chainId: number,
  sendingUntil: Date,
  nextAllowedAt: Date,
): Promise<number> {
  const { rows } = await query(connection, sql.beginAttempt(chainId, sendingUntil, nextAllowedAt));
  return rows[0]!.attempt;
}

/**
 * Extends the lease of an attempt.
 * @returns false when another attempt has begun; then nothing changes.
 */
export async function extendAttempt(
  connection: Connection,
  { chainId, attempt }: AttemptId,
  sendingUntil: Date,
): Promise<boolean> {
  const { rowCount } = await query(connection, sql.extendAttempt(chainId, attempt, sendingUntil));
  return rowCount === 1;
}

/** Identifies an attempt of a submission. */
export type AttemptId = {
  readonly chainId: number;
  readonly attempt: number;
  readonly submissionId: number;
};

export type NewAttempt = {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly outcome: 'answered' | 'fault' | 'unknown';
  readonly reason: string | null;
  readonly code: number | null;
  readonly message: string | null;
  readonly httpStatus: number | null;
  readonly waitSeconds: number | null;
  readonly csv: string | null;
  /** Compressed with zstd. */
  readonly answer: Buffer | null;
};

/**
 * Stores an attempt that has ended. Runs in one transaction with AEAT's answers, which holds the
 * lock of the remission.
 */
export async function insertAttempt(
  connection: Connection,
  { chainId, attempt, submissionId }: AttemptId,
  ended: NewAttempt,
): Promise<void> {
  const { startedAt, endedAt, outcome, reason, code, message, httpStatus, waitSeconds, csv, answer } = ended;
  await query(
    connection,
    sql.insertAttempt(
      chainId,
      attempt,
      submissionId,
      startedAt,
      endedAt,
      outcome,
      reason,
      code,
      message,
      httpStatus,
      waitSeconds,
      csv,
      answer,
    ),
  );
}

export type NewRecordAnswer = {
  readonly sequence: number;
  readonly state: RecordAnswerState;
  readonly code: number | null;
  readonly message: string | null;
};

/** Stores AEAT's answers about records. A record that already has an answer keeps it. */
export async function insertRecordAnswers(
  connection: Connection,
  { chainId, attempt, submissionId }: AttemptId,
  answers: readonly NewRecordAnswer[],
  now: Date,
): Promise<void> {
  if (answers.length === 0) return;
  await query(
    connection,
    sql.insertRecordAnswers(
      chainId,
      attempt,
      submissionId,
      now,
      answers.map(({ sequence }) => sequence),
      answers.map(({ state }) => state),
      answers.map(({ code }) => code),
      answers.map(({ message }) => message),
    ),
  );
}

/**
 * Ends a submission and advances the remission of its chain past it.
 * @returns false while a record has no answer.
 */
export async function finishSubmission(
  connection: Connection,
  submissionId: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await query(connection, sql.finishSubmission(submissionId, now));
  return rowCount === 1;
}

export type AttemptEnd = {
  readonly wait: Wait;
  readonly nextAllowedAt: Date;
  /** Number of consecutive failures. 0 when the submission is answered, which ends the incident. */
  readonly failures: number;
  /** When set, the chain sends nothing until an operator resumes it. */
  readonly haltedReason: string | null;
};

/**
 * Ends an attempt.
 * @returns false when another attempt has begun; then nothing changes.
 */
export async function endAttempt(
  connection: Connection,
  { chainId, attempt }: AttemptId,
  { wait, nextAllowedAt, failures, haltedReason }: AttemptEnd,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await query(
    connection,
    sql.endAttempt(
      chainId,
      attempt,
      wait.seconds,
      nextAllowedAt,
      failures,
      now,
      haltedReason,
      wait.excessiveSeconds,
    ),
  );
  return rowCount === 1;
}

/**
 * Resumes a halted chain by order of an operator. Its open envelope is rebuilt, because the error
 * may be in its header.
 * @returns false when the chain is not halted.
 */
export async function resumeRemission(connection: Connection, chainId: number, now: Date): Promise<boolean> {
  const { rowCount } = await query(connection, sql.resumeRemission(chainId, now));
  return rowCount === 1;
}

/**
 * Ends the engine's own waits before the next message of a chain, by order of an operator. AEAT's
 * wait still applies.
 * @returns the time at which the message may be sent, in milliseconds since 1970. Returns null when
 *   there is no wait to end, a message is in progress, or the chain is halted or waits for its
 *   comparison.
 */
export async function hastenRemission(connection: Connection, chainId: number): Promise<number | null> {
  const { rows } = await query(connection, sql.hastenRemission(chainId));
  return rows[0]!.at;
}

export type ConsultedFacts = {
  readonly sequence: number;
  /** Month of the operation, `YYYY-MM`. */
  readonly period: string;
  /** NumeroInstalacion of each chain that the organization has or had for the issuer. */
  readonly installationNumbers: readonly string[];
  /** Later records of the same invoice. */
  readonly later: readonly OwnRecord[];
};

/** Returns the data of some records of a chain that a query to AEAT's register needs. */
export async function listConsulted(
  connection: Connection,
  chainId: number,
  sequences: readonly number[],
): Promise<Map<number, ConsultedFacts>> {
  const { rows } = await query(connection, sql.listConsulted(chainId, sequences));
  return new Map(rows.map((row) => [row.sequence, row]));
}
