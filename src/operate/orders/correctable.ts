import type { PastRecord } from '../../domain/verifactu/decide-correction.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './orders.sql.ts';

/*
 * Data about an invoice that the dashboard may read for a correction. It contains no documents and no
 * records.
 */

export type Correctable = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  /** Chain of the correction; null if the invoice was issued without VeriFactu. */
  readonly chainId: number | null;
  readonly isHalted: boolean;
  readonly isCompared: boolean;
  /** Numbers of at most six invoices that correct or replace it and are not annulled. */
  readonly later: readonly string[];
};

export async function findCorrectable(connection: Connection, id: number): Promise<Correctable | null> {
  const { rows } = await query(connection, sql.findCorrectable(id));
  return rows[0] ?? null;
}

export type ToldRecord = PastRecord & { readonly chainId: number; readonly message: string | null };

export async function listPastRecords(connection: Connection, id: number): Promise<ToldRecord[]> {
  const { rows } = await query(connection, sql.listPastRecords(id));
  return rows;
}
