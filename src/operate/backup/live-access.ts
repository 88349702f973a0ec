import type { Connection } from '../../platform/postgres/database.ts';

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
  const keys = await connection.query<LiveAccess['keys'][number]>(
    `select k.id::float8 as id, k.prefix, k.organization_id::float8 as "organizationId", o.name as "organizationName", (extract(epoch from k.created_at) * 1000)::float8 as "createdAt"
     from api_keys k join organizations o on o.id = k.organization_id where k.revoked_at is null order by k.id`,
  );
  const certificates = await connection.query<LiveAccess['certificates'][number]>(
    `select id::float8 as id, organization_id::float8 as "organizationId", issuer_nif as "issuerNif", subject
     from certificates where removed_at is null order by id`,
  );
  const sessions = await connection.query<{ count: number }>(
    `select count(*)::float8 as count from sessions s join api_keys k on k.id = s.api_key_id
     where s.expires_at > $1 and k.revoked_at is null`,
    [now],
  );
  return { keys: keys.rows, certificates: certificates.rows, sessions: sessions.rows[0]!.count };
}
