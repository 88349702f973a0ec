import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './rendering.sql.ts';

/* Render batches that lie in a store of objects, or go there and back (ops/adr/0031). */

export type OutsideRenderBatch = { readonly id: number; readonly sha256: Buffer; readonly storedOn: string };

/** The render batches in the store that PDFs of some invoices of a batch are in, but for those that are known to be lost. */
export async function listOutsideRenderBatches(
  connection: Connection,
  batchId: number,
  from: number,
  to: number,
): Promise<OutsideRenderBatch[]> {
  const { rows } = await query(connection, sql.listOutsideRenderBatches(batchId, from, to));
  return rows;
}

/** Notes that a render batch is not in the store, or has other bytes there: its PDFs are printed anew when somebody asks. */
export async function reportLostRenderBatch(connection: Connection, id: number): Promise<void> {
  await query(connection, sql.reportLostRenderBatch(id));
}

export type InsideRenderBatch = { readonly id: number; readonly sha256: Buffer; readonly content: Buffer };

/** Some render batches that lie in PostgreSQL, beyond the one with id `after`. */
export async function listRenderBatchesInside(
  connection: Connection,
  after: number,
  most: number,
): Promise<InsideRenderBatch[]> {
  const { rows } = await query(connection, sql.listRenderBatchesInside(after, most));
  return rows;
}

/** Some render batches that lie in the store, beyond the one with id `after`, but for those that are known to be lost. */
export async function listRenderBatchesOutside(
  connection: Connection,
  after: number,
  most: number,
): Promise<OutsideRenderBatch[]> {
  const { rows } = await query(connection, sql.listRenderBatchesOutside(after, most));
  return rows;
}

/** Empties a render batch whose bytes lie in the store since a day. @returns false where it was moved meanwhile, or is damaged: that one stays. */
export async function moveRenderBatchOut(
  connection: Connection,
  id: number,
  storedOn: string,
): Promise<boolean> {
  const { rows } = await query(connection, sql.moveRenderBatchOut(id, storedOn));
  return rows[0]!.moved === true;
}

/** Takes a render batch back into PostgreSQL, which compares its hash. @returns false where that was done meanwhile, or the bytes are others. */
export async function moveRenderBatchIn(
  connection: Connection,
  id: number,
  content: Buffer,
): Promise<boolean> {
  const { rows } = await query(connection, sql.moveRenderBatchIn(id, content));
  return rows[0]!.moved === true;
}

/** Which of these hashes are of render batches that lie in the store since a day. */
export async function findStoredRenderBatches(
  connection: Connection,
  storedOn: string,
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await query(connection, sql.findStoredRenderBatches(storedOn, hashes));
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}
