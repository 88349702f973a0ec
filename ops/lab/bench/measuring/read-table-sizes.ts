import type { Pool, Client } from 'pg';

/** Bytes of each table with its partitions, indexes and what is stored beside it. */
export async function readTableSizes(connection: Pool | Client): Promise<Map<string, number>> {
  const { rows } = await connection.query<{ name: string; bytes: number }>(
    `select regexp_replace(relname, '_[0-9]+$', '') as name, sum(pg_total_relation_size(relid))::float8 as bytes from pg_stat_user_tables group by 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** What tables grew by for each of some invoices, in bytes, the largest first; those of less than a byte are left out. */
export function divideGrowth(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  invoices: number,
): { readonly name: string; readonly bytes: number }[] {
  return [...after]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.get(name) ?? 0)) / invoices }))
    .filter(({ bytes }) => bytes >= 1)
    .toSorted((a, b) => b.bytes - a.bytes);
}
