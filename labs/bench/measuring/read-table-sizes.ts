import type { Pool, Client } from 'pg';

/** Returns the bytes of each table with its partitions, indexes and TOAST. */
export async function readTableSizes(connection: Pool | Client): Promise<Map<string, number>> {
  const { rows } = await connection.query<{ name: string; bytes: number }>(
    `select regexp_replace(relname, '_[0-9]+$', '') as name, sum(pg_total_relation_size(relid))::float8 as bytes from pg_stat_user_tables group by 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/**
 * Returns the growth of tables per invoice, in bytes, the largest first. Tables that grew by less
 * than a byte are omitted.
 */
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
