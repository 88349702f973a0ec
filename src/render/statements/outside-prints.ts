import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './rendering.sql.ts';

/* Prints that lie in a store of objects, or go there and back (ops/adr/0031). */

export type OutsidePrint = { readonly id: number; readonly sha256: Buffer; readonly storedOn: string };

/** The prints in the store that PDFs of some invoices of a batch are in, but for those that are known to be lost. */
export async function listOutsidePrints(
  connection: Connection,
  batchId: number,
  from: number,
  to: number,
): Promise<OutsidePrint[]> {
  const { rows } = await query(connection, sql.listOutsidePrints(batchId, from, to));
  return rows;
}

/** Notes that a print is not in the store, or has other bytes there: its PDFs are printed anew when somebody asks. */
export async function noteLostPrint(connection: Connection, id: number): Promise<void> {
  await query(connection, sql.noteLostPrint(id));
}

export type InsidePrint = { readonly id: number; readonly sha256: Buffer; readonly content: Buffer };

/** Some prints that lie in PostgreSQL, beyond the one with id `after`. */
export async function listPrintsInside(
  connection: Connection,
  after: number,
  most: number,
): Promise<InsidePrint[]> {
  const { rows } = await query(connection, sql.listPrintsInside(after, most));
  return rows;
}

/** Some prints that lie in the store, beyond the one with id `after`, but for those that are known to be lost. */
export async function listPrintsOutside(
  connection: Connection,
  after: number,
  most: number,
): Promise<OutsidePrint[]> {
  const { rows } = await query(connection, sql.listPrintsOutside(after, most));
  return rows;
}

/** Empties a print whose bytes lie in the store since a day. @returns false where it was moved meanwhile, or is damaged: that one stays. */
export async function movePrintOut(connection: Connection, id: number, storedOn: string): Promise<boolean> {
  const { rows } = await query(connection, sql.movePrintOut(id, storedOn));
  return rows[0]!.moved === true;
}

/** Takes a print back into PostgreSQL, which compares its hash. @returns false where that was done meanwhile, or the bytes are others. */
export async function movePrintIn(connection: Connection, id: number, content: Buffer): Promise<boolean> {
  const { rows } = await query(connection, sql.movePrintIn(id, content));
  return rows[0]!.moved === true;
}

/** Which of these hashes are of prints that lie in the store since a day. */
export async function findStoredPrints(
  connection: Connection,
  storedOn: string,
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await query(connection, sql.findStoredPrints(storedOn, hashes));
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}
