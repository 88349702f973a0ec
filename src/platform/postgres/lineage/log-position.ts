import type { ClientBase, Pool } from 'pg';

/** How far the write-ahead log of a database goes. */
export type LogPosition = {
  /** In bytes since its beginning, on the disk. It only grows, as long as the lineage is the same. */
  readonly bytes: bigint;
  readonly now: Date;
};

/** Names the lineage that the positions of a log belong to: a cluster, its timeline and a database in it. */
export async function nameLineage(connection: Pool | ClientBase): Promise<string> {
  const { rows } = await connection.query<{ lineage: string }>('select database_lineage() as lineage');
  return rows[0]!.lineage;
}

/** Reads how far the log goes now, with the time of the database. */
export async function readLogPosition(connection: Pool | ClientBase): Promise<LogPosition> {
  const { rows } = await connection.query<{ bytes: string; now: number }>(
    `select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as bytes,
            (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  const { bytes, now } = rows[0]!;
  return { bytes: BigInt(bytes), now: new Date(now) };
}
