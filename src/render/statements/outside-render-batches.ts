import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './rendering.sql.ts';

/*
 * Render batches in an object store, and their moves between the store and PostgreSQL
 * (ops/adr/0031).
 */

export type OutsideRenderBatch = { readonly id: number; readonly sha256: Buffer; readonly storedOn: string };

/**
 * Returns the render batches in the store that contain PDFs of some invoices of a batch, except
 * those known to be lost.
 */
export async function listOutsideRenderBatches(
  connection: Connection,
  batchId: number,
  from: number,
  to: number,
): Promise<OutsideRenderBatch[]> {
  const { rows } = await query(connection, sql.listOutsideRenderBatches(batchId, from, to));
  return rows;
}

/**
 * Records that a render batch is missing in the store or has other bytes there. Its PDFs are
 * rendered again on request.
 */
export async function reportLostRenderBatch(connection: Connection, id: number): Promise<void> {
  await query(connection, sql.reportLostRenderBatch(id));
}

export type InsideRenderBatch = { readonly id: number; readonly sha256: Buffer; readonly content: Buffer };

/** Returns some render batches in PostgreSQL with an id greater than `after`. */
export async function listRenderBatchesInside(
  connection: Connection,
  after: number,
  most: number,
): Promise<InsideRenderBatch[]> {
  const { rows } = await query(connection, sql.listRenderBatchesInside(after, most));
  return rows;
}

/**
 * Returns some render batches in the store with an id greater than `after`, except those known to
 * be lost.
 */
export async function listRenderBatchesOutside(
  connection: Connection,
  after: number,
  most: number,
): Promise<OutsideRenderBatch[]> {
  const { rows } = await query(connection, sql.listRenderBatchesOutside(after, most));
  return rows;
}

/**
 * Removes the bytes of a render batch from PostgreSQL, after they were stored in the object store
 * on the given day.
 * @returns false when the render batch has been moved already, or is damaged and therefore stays.
 */
export async function moveRenderBatchOut(
  connection: Connection,
  id: number,
  storedOn: string,
): Promise<boolean> {
  const { rows } = await query(connection, sql.moveRenderBatchOut(id, storedOn));
  return rows[0]!.moved === true;
}

/**
 * Moves the bytes of a render batch back into PostgreSQL, which verifies their hash.
 * @returns false when it has been moved already, or the bytes differ.
 */
export async function moveRenderBatchIn(
  connection: Connection,
  id: number,
  content: Buffer,
): Promise<boolean> {
  const { rows } = await query(connection, sql.moveRenderBatchIn(id, content));
  return rows[0]!.moved === true;
}

/**
 * Returns which of these hashes belong to render batches that were stored in the object store on
 * the given day.
 */
export async function findStoredRenderBatches(
  connection: Connection,
  storedOn: string,
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await query(connection, sql.findStoredRenderBatches(storedOn, hashes));
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}
