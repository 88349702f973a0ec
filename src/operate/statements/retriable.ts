import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './operating.sql.ts';

/* Queries about work that an operator can retry. */

export type RetriableBatch = {
  readonly id: number;
  readonly organizationId: number;
  readonly invoices: number;
  readonly work: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly isProcessed: boolean;
  readonly isRendered: boolean;
  readonly pdfsOnDemand: boolean;
  /**
   * Time at which its organization was paused, in milliseconds since 1970; null if it is not
   * paused.
   */
  readonly pausedAt: number | null;
  /** Number of issued invoices without a PDF. */
  readonly missing: number;
  /** Render batches of these invoices. */
  readonly chunks: readonly number[];
  /** Positions of the first 50 of these invoices. */
  readonly positions: readonly number[];
};

/**
 * Finds a batch by its id, with the work that is left of it. Returns null if there is none.
 * @param invoicesPerRenderBatch positions per render batch, by which `chunks` are numbered.
 */
export async function findRetriableBatch(
  connection: Connection,
  id: number,
  invoicesPerRenderBatch: number,
): Promise<RetriableBatch | null> {
  const { rows } = await query(connection, sql.findRetriableBatch(id, invoicesPerRenderBatch));
  return rows[0] ?? null;
}

export type LackingPdf = {
  readonly id: number;
  readonly organizationId: number;
  readonly number: string;
  readonly isAnnulled: boolean;
  readonly isLacking: boolean;
};

/**
 * Finds an issued invoice by its id, and whether it lacks the PDF of its current state (annulled or
 * not). Returns null if there is no such invoice.
 */
export async function findLackingPdf(connection: Connection, id: number): Promise<LackingPdf | null> {
  const { rows } = await query(connection, sql.findLackingPdf(id));
  return rows[0] ?? null;
}
