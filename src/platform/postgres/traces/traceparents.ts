import type { Connection } from '../database.ts';
import { query } from '../statement.ts';
import * as sql from './traces.sql.ts';

/** Returns the trace of the request that created a batch; null if it had none. */
export async function findTraceparent(connection: Connection, batchId: number): Promise<string | null> {
  const { rows } = await query(connection, sql.findTraceparent(batchId));
  return rows[0]?.traceparent ?? null;
}

/**
 * Returns the traces of the batches that some records of a chain belong to, at most 32, oldest
 * first.
 */
export async function listTraceparents(
  connection: Connection,
  chainId: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<string[]> {
  const { rows } = await query(connection, sql.listTraceparents(chainId, first, last));
  return rows.map(({ traceparent }) => traceparent);
}
