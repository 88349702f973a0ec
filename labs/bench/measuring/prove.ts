import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { decompressBody } from '../../../src/platform/literals/stored-body.ts';
import { listChains } from '../../../src/operate/chains/chains.ts';
import { withSnapshot } from '../../../src/platform/postgres/snapshot.ts';
import { verifyChain } from '../../../src/operate/verify-chain.ts';

/* Every reported number belongs to work that was proven to be done. */

/** @throws if the two differ. */
export function expectEqual(what: string, found: number | string, expected: number | string): void {
  if (found !== expected) throw new Error(`${what}: expected ${expected}, found ${found}`);
}

/** @returns the result of `select count(*) from …`. */
export async function countRows(pool: Pool, sql: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`select count(*) as count from ${sql}`, [...values]);
  return Number(rows[0]!.count);
}

/**
 * Proves that batches were stored completely: all of their invoices, none of them refused, and the
 * last body byte for byte.
 */
export async function proveAccepted(
  pool: Pool,
  batchIds: readonly number[],
  invoicesEach: number,
  body: Buffer,
): Promise<void> {
  const stored = await countRows(
    pool,
    'batch_invoices where batch_id = any ($1) and processing_error is null',
    [batchIds],
  );
  expectEqual('Stored invoices', stored, batchIds.length * invoicesEach);
  const { rows } = await pool.query<{ body: Buffer }>('select body from batch_bodies where batch_id = $1', [
    batchIds.at(-1),
  ]);
  const kept = decompressBody(rows[0]!.body);
  expectEqual('Hash of the stored body', hash('sha256', kept), hash('sha256', body));
}

/**
 * Proves that all batches were issued, and recomputes every chain.
 * @returns the number of records that were recomputed.
 */
export async function proveIssued(pool: Pool, invoices: number): Promise<number> {
  expectEqual('Issued invoices', await countRows(pool, 'issued_invoices'), invoices);
  const records = await withSnapshot(pool, async (client) => {
    let verified = 0;
    for (const chain of await listChains(client, null, null)) {
      const verdict = await verifyChain(client, chain);
      if (verdict.kind === 'broken')
        throw new Error(`Chain ${chain.id} is broken at ${verdict.sequence}: ${verdict.problem}`);
      verified += verdict.records;
    }
    return verified;
  });
  expectEqual('Chained records', records, invoices);
  return records;
}
