import type { ClientBase, Pool } from 'pg';
import { query } from '../statement.ts';
import * as sql from './lineage.sql.ts';

/** How far the write-ahead log of a database goes. */
export type LogPosition = {
  /** In bytes since its beginning, on the disk. It only grows, as long as the lineage is the same. */
  readonly bytes: bigint;
  readonly now: Date;
};

/** Names the lineage that the positions of a log belong to: a cluster, its timeline and a database in it. */
export async function nameLineage(connection: Pool | ClientBase): Promise<string> {
  const { rows } = await query(connection, sql.nameLineage());
  return rows[0]!.lineage;
}

/** Reads how far the log goes now, with the time of the database. */
export async function readLogPosition(connection: Pool | ClientBase): Promise<LogPosition> {
  const { rows } = await query(connection, sql.readLogPosition());
  const { bytes, now } = rows[0]!;
  return { bytes: BigInt(bytes), now: new Date(now) };
}
