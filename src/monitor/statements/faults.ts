import { EXCUSED } from 'verifactu-protocol/remission/answer-codes';
import type { RecordAnswerState, RecordKind } from 'verifactu-protocol/remission/answer';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';

/* Faults in groups without personal data. Times are in milliseconds since 1970. */

/** Number of the newest rows that are examined. */
const MOST_LOOKED_AT = 2000;
const MOST_NAMED = 3;

type Group = {
  readonly organizationIds: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
  /** Whether all rows were examined and not only the newest. */
  readonly isWhole: boolean;
};

export type FailureGroup = Group & {
  /** Message without the numbers and names that differ between invoices. */
  readonly message: string;
  readonly invoices: number;
  /** Ids of the newest batches. */
  readonly batchIds: readonly number[];
};

/**
 * Lists the failed invoices of batches received since an instant, grouped by message, most frequent
 * first.
 */
export async function listFailures(
  connection: Connection,
  since: Date,
  most: number,
): Promise<FailureGroup[]> {
  const { rows } = await query(connection, sql.listFailures(since, MOST_LOOKED_AT, most, MOST_NAMED));
  return rows;
}

export type UncorrectedGroup = Group & {
  readonly state: Exclude<RecordAnswerState, 'accepted'>;
  readonly code: number | null;
  readonly kind: RecordKind;
  /** AEAT's message without numbers and names. */
  readonly message: string | null;
  readonly records: number;
  /** Ids of the newest invoices. */
  readonly invoiceIds: readonly number[];
};

/**
 * Lists records that AEAT refused or found errors in and that are not corrected, refused ones
 * first.
 */
export async function listUncorrected(connection: Connection, most: number): Promise<UncorrectedGroup[]> {
  const { rows } = await query(
    connection,
    sql.listUncorrected(MOST_LOOKED_AT, [...EXCUSED], most, MOST_NAMED),
  );
  return rows;
}

/** Signed Facturae that were found to be damaged. */
export type DamagedFiles = Pick<Group, 'organizationIds' | 'firstAt' | 'lastAt'> & {
  readonly files: number;
  /** Ids of some of the invoices. */
  readonly invoiceIds: readonly number[];
};

/** Returns the signed Facturae that were found to be damaged; an empty array if there are none. */
export async function summarizeDamagedFiles(connection: Connection): Promise<DamagedFiles[]> {
  return (await query(connection, sql.summarizeDamagedFiles(MOST_LOOKED_AT, MOST_NAMED))).rows;
}
