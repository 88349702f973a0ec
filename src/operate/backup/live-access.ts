import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './backup.sql.ts';

/** What a restored database lets in again, whatever was revoked or removed since the backup. */
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
  /** Sessions that would still be live. */
  readonly sessions: number;
};

/** Lists the live keys, sessions and certificates of a database. */
export async function listLiveAccess(connection: Connection, now: Date): Promise<LiveAccess> {
  const keys = await query(connection, sql.listLiveKeys());
  const certificates = await query(connection, sql.listLiveCertificates());
  const sessions = await query(connection, sql.countLiveSessions(now));
  return { keys: keys.rows, certificates: certificates.rows, sessions: sessions.rows[0]!.count };
}
