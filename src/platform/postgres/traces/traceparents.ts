import type { Connection } from '../database.ts';
import { query } from '../statement.ts';
import * as sql from './traces.sql.ts';

/** The trace of the request that a batch came with; null where it came without one. */
export async function findTraceparent(connection: Connection, batchId: number): Promise<string | null> {
  const { rows } = await query(connection, sql.findTraceparent(batchId));
  return rows[0]?.traceparent ?? null;
}

/** The traces of the batches that records of a chain belong to, thirty-two at most, the oldest first. */
export async function listTraceparents(
  connection: Connection,
  chainId: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<string[]> {
  const { rows } = await query(connection, sql.listTraceparents(chainId, first, last));
  return rows.map(({ traceparent }) => traceparent);
}
