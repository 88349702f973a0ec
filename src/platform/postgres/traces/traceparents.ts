import type { Connection } from '../database.ts';
import { statementsBeside } from '../statement.ts';

const loadStatement = statementsBeside(import.meta.url);

const FIND_TRACEPARENT = loadStatement('find-traceparent');
const LIST_TRACEPARENTS = loadStatement('list-traceparents');

/** The trace of the request that a batch came with; null where it came without one. */
export async function findTraceparent(connection: Connection, batchId: number): Promise<string | null> {
  const { rows } = await connection.query<{ traceparent: string | null }>({
    ...FIND_TRACEPARENT,
    values: [batchId],
  });
  return rows[0]?.traceparent ?? null;
}

/** The traces of the batches that records of a chain belong to, thirty-two at most, the oldest first. */
export async function listTraceparents(
  connection: Connection,
  chainId: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<string[]> {
  const { rows } = await connection.query<{ traceparent: string }>({
    ...LIST_TRACEPARENTS,
    values: [chainId, first, last],
  });
  return rows.map(({ traceparent }) => traceparent);
}
