import type { ClientBase, Pool } from 'pg';
import { query } from '../statement.ts';
import * as sql from './lineage.sql.ts';

/** The end position of a database's write-ahead log. */
export type LogPosition = {
  /**
   * Bytes since the beginning of the log that are on the disk. The number only grows while the
   * lineage stays the same.
   */
  readonly bytes: bigint;
  readonly now: Date;
};

/**
 * Returns the name of the lineage that the positions of a log belong to: a cluster, its timeline
 * and a database in it.
 */
export async function nameLineage(connection: Pool | ClientBase): Promise<string> {
  const { rows } = await query(connection, sql.nameLineage());
  return rows[0]!.lineage;
}

/** Reads the current end position of the log and the time of the database. */
export async function readLogPosition(connection: Pool | ClientBase): Promise<LogPosition> {
  const { rows } = await query(connection, sql.readLogPosition());
  const { bytes, now } = rows[0]!;
  return { bytes: BigInt(bytes), now: new Date(now) };
}
