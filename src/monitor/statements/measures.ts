import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';
import { MOST_COUNTED } from './bounds.ts';

/* Measurements for metrics, beyond those of the operations page. */

export type MeasuredLoad = {
  /** null for all other organizations together. */
  readonly organizationId: number | null;
  readonly issuing: number;
  readonly rendering: number;
};

/**
 * Measures the invoices that wait to be issued or for PDFs, for the organizations with the most of
 * them.
 * @param most number of organizations listed individually.
 */
export async function measureLoads(connection: Connection, most: number): Promise<MeasuredLoad[]> {
  const { rows } = await query(connection, sql.measureLoads(most, MOST_COUNTED));
  return rows;
}

/**
 * Returns for how many seconds the oldest registration record that only the engine delays could
 * have been sent; 0 if there is none.
 */
export async function measureOverdueRecords(connection: Connection, now: Date): Promise<number> {
  const { rows } = await query(connection, sql.measureOverdueRecords(now));
  return rows[0]!.seconds;
}

/** A replication slot that nobody uses. */
export type HeldLog = {
  readonly slot: string;
  /** Bytes of the write-ahead log that PostgreSQL keeps for it. */
  readonly keptBytes: number;
  /** Whether PostgreSQL has a limit and gives the slot up before its disk is full. */
  readonly isLimited: boolean;
};

/** Less is kept in ordinary operation, and while a standby restarts. */
const LEAST_KEPT_BYTES = 64 * 1024 ** 2;
const MOST_SLOTS = 10;

/** Lists replication slots that nobody uses and that keep the write-ahead log. */
export async function listHeldLogs(connection: Connection): Promise<HeldLog[]> {
  const { rows } = await query(connection, sql.listHeldLogs(LEAST_KEPT_BYTES, MOST_SLOTS));
  return rows;
}

export type ServerMeasures = {
  readonly connections: number;
  /** Number of connections available to ordinary logins. */
  readonly connectionLimit: number;
  readonly standbys: number;
  /** null if nothing is archived. */
  readonly isArchiveFailing: boolean | null;
};

/** Measures PostgreSQL itself. */
export async function measureServer(connection: Connection): Promise<ServerMeasures> {
  const { rows } = await query(connection, sql.measureServer());
  return rows[0]!;
}
