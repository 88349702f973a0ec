import type { PastVersion } from '../../domain/sii/decide-correction.ts';
import type { PastRecord } from 'verifactu-protocol/remission/decide-correction';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './orders.sql.ts';

/*
 * Data about an invoice that the dashboard may read for a correction. It contains no documents and
 * no records.
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

/**
 * Finds an issued invoice by its id, with the state of the chain that would receive its correction.
 * Returns null if there is none.
 */
export async function findCorrectable(connection: Connection, id: number): Promise<Correctable | null> {
  const { rows } = await query(connection, sql.findCorrectable(id));
  return rows[0] ?? null;
}

export type ToldRecord = PastRecord & { readonly chainId: number; readonly message: string | null };

/**
 * Lists the registration records of an issued invoice, oldest first, with AEAT's answers; empty if
 * it was issued without VeriFactu. AEAT's messages may contain names.
 */
export async function listPastRecords(connection: Connection, id: number): Promise<ToldRecord[]> {
  const { rows } = await query(connection, sql.listPastRecords(id));
  return rows;
}

/** Lists the versions of the entry of an invoice in their order; empty if it is not in SII. */
export async function listPastVersions(connection: Connection, id: number): Promise<PastVersion[]> {
  const { rows } = await query(connection, sql.listPastVersions(id));
  return rows.map(({ state, ...version }) => ({ ...version, state: state as PastVersion['state'] }));
}
