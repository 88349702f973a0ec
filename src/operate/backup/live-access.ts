import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './backup.sql.ts';

/**
 * Access that becomes valid again with a restored database, even if it was revoked or removed after
 * the backup.
 */
export type LiveAccess = {
  readonly keys: readonly {
    readonly id: number;
    readonly prefix: string;
    readonly organizationId: number;
    readonly organizationName: string;
    /** Milliseconds since 1970. */
    readonly createdAt: number;
  }[];
  readonly certificates: readonly {
    readonly id: number;
    readonly organizationId: number;
    readonly issuerNif: string | null;
    readonly subject: string;
  }[];
  /** Number of sessions that have not expired. */
  readonly sessions: number;
};

/** Lists the live keys and certificates of a database and counts its live sessions. */
export async function listLiveAccess(connection: Connection, now: Date): Promise<LiveAccess> {
  const keys = await query(connection, sql.listLiveKeys());
  const certificates = await query(connection, sql.listLiveCertificates());
  const sessions = await query(connection, sql.countLiveSessions(now));
  return { keys: keys.rows, certificates: certificates.rows, sessions: sessions.rows[0]!.count };
}
