import type { Client } from 'pg';

/** What a PostgreSQL server has written so far, and the bytes stored in one of its databases. */
export type Written = {
  /** Of the whole server: bytes of the write-ahead log, and the number of its syncs to disk. */
  readonly walBytes: number;
  readonly walSyncs: number;
  /** All tables with their indexes and TOAST. */
  readonly bytesAtRest: number;
};

const STATEMENT = `
  select (pg_current_wal_lsn() - '0/0')::float8 as "walBytes",
    (select coalesce(sum(fsyncs), 0)::float8 from pg_stat_io where object = 'wal') as "walSyncs",
    (select sum(pg_total_relation_size(relid))::float8 from pg_stat_user_tables) as "bytesAtRest"`;

/** Reads the current values. An idle session reports its syncs after ten seconds at the latest. */
export async function readWritten(client: Client): Promise<Written> {
  const { rows } = await client.query<Written>(STATEMENT);
  return rows[0]!;
}

/** Returns what was written between two readings. */
export function subtractWritten(after: Written, before: Written): Written {
  return {
    walBytes: after.walBytes - before.walBytes,
    walSyncs: after.walSyncs - before.walSyncs,
    bytesAtRest: after.bytesAtRest - before.bytesAtRest,
  };
}
