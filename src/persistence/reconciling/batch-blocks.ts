import type { Connection } from '../connection/database.ts';
import { statementsBeside } from '../connection/statement.ts';

const loadStatement = statementsBeside(import.meta.url);
const FILL_BLOCKS = loadStatement('fill-blocks');
const FILL_SPANS = loadStatement('fill-spans');

/** Where looking for blocks goes on; both 0 at the beginning. */
export type BlockPlace = { readonly organizationId: number; readonly block: number };

/**
 * Counts blocks of batches that have all ended and are not counted yet, and adds up those of a span once they all are.
 * @param most how many are looked for, and how many of those that are missing are counted.
 * @returns how many blocks were, and where to go on: at the beginning again after the last.
 */
export async function fillBlocks(
  connection: Connection,
  { organizationId, block }: BlockPlace,
  most: { readonly known: number; readonly counted: number },
): Promise<BlockPlace & { readonly filled: number }> {
  const { rows } = await connection.query<BlockPlace & { filled: number }>({
    ...FILL_BLOCKS,
    values: [organizationId, block, most.known, most.counted],
  });
  const next = rows[0]!;
  await connection.query({
    ...FILL_SPANS,
    values: [organizationId, block, next.organizationId, next.block],
  });
  return next;
}
