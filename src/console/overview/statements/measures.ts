import type { Connection } from '../../../platform/postgres/database.ts';
import { query } from '../../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';
import { MOST_COUNTED } from './bounds.ts';

/* What metrics tell beside what the operations page shows. */

export type MeasuredLoad = {
  /** null: all that are not named, together. */
  readonly organizationId: number | null;
  readonly issuing: number;
  readonly rendering: number;
};

/** Invoices that wait to be issued and for PDFs, of those organizations that have most of them. @param most named ones. */
export async function measureLoads(connection: Connection, most: number): Promise<MeasuredLoad[]> {
  const { rows } = await query(connection, sql.measureLoads(most, MOST_COUNTED));
  return rows;
}

/** How long the first registration record might have been sent that nothing but we hold up, in seconds; 0 where there is none. */
export async function measureOverdueRecords(connection: Connection, now: Date): Promise<number> {
  const { rows } = await query(connection, sql.measureOverdueRecords(now));
  return rows[0]!.seconds;
}

export type ServerMeasures = {
  readonly connections: number;
  /** What ordinary logins may have of them. */
  readonly connectionLimit: number;
  readonly standbys: number;
  /** null where nothing is archived. */
  readonly isArchiveFailing: boolean | null;
};

/** Measures PostgreSQL itself. */
export async function measureServer(connection: Connection): Promise<ServerMeasures> {
  const { rows } = await query(connection, sql.measureServer());
  return rows[0]!;
}
