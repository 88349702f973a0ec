import { EXCUSED } from '../../../domain/verifactu/answer-codes.ts';
import type { RecordAnswerState, RecordKind } from '../../../domain/verifactu/answer.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import { query } from '../../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';

/* What went wrong, in groups without personal data. Times are milliseconds since 1970. */

/** Rows that are looked at, the newest. */
const MOST_LOOKED_AT = 2000;
const MOST_NAMED = 3;

type Group = {
  readonly organizationIds: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
  /** Whether older ones, too, were looked at: all there are. */
  readonly isWhole: boolean;
};

export type FailureGroup = Group & {
  /** Without numbers and names, which differ from invoice to invoice. */
  readonly message: string;
  readonly invoices: number;
  /** The newest of them. */
  readonly batchIds: readonly number[];
};

/** Invoices of batches that came since a moment and failed, the most frequent messages first. */
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
  /** AEAT's, without numbers and names. */
  readonly message: string | null;
  readonly records: number;
  /** The newest of them. */
  readonly invoiceIds: readonly number[];
};

/** Records that AEAT refused or found errors in and that nobody corrected, refused ones first. */
export async function listUncorrected(connection: Connection, most: number): Promise<UncorrectedGroup[]> {
  const { rows } = await query(
    connection,
    sql.listUncorrected(MOST_LOOKED_AT, [...EXCUSED], most, MOST_NAMED),
  );
  return rows;
}
