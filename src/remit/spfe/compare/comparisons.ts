import type { Pool } from 'pg';
import type { Order } from '../../../contracts/acts.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import { query } from '../../../platform/postgres/statement.ts';
import * as sql from '../../statements/spfe-comparisons.sql.ts';
import type { AskedChain, AskedIssuer } from '../ask-question.ts';

/* Comparisons of the documents that the SPFE has of an issuer with its deliveries: who begins them, and what they found. */

/** A document in which the SPFE and the deliveries differ. */
export type Difference = sql.ListStoredSpfeDifferencesRow;

/** How long after a comparison of an issuer the next one begins, in ms. */
export const COMPARED_EVERY_MS = 24 * 3_600_000;

/** Lists issuers whose documents are compared now. */
export async function listDueComparisons(
  connection: Connection,
  now: Date,
  most: number,
): Promise<AskedChain[]> {
  const before = new Date(now.getTime() - COMPARED_EVERY_MS);
  return (await query(connection, sql.listDueSpfeComparisons(before, now, most))).rows;
}

/**
 * Lets an issuer be compared at once on an operator's order, and records the act.
 * @returns false if nothing of the issuer was ever sent.
 */
export async function orderComparison(
  pool: Pool,
  { organizationId, issuerNif }: AskedIssuer,
  { operator, reason }: Order,
): Promise<boolean> {
  const order = sql.orderSpfeComparison(organizationId, issuerNif, operator, reason);
  return (await query(pool, order)).rows.length > 0;
}

/** Lists what the last comparisons and answers of an organization showed. */
export async function listDifferences(
  connection: Connection,
  organizationId: number,
  issuerNif: string | null,
  most: number,
): Promise<Difference[]> {
  return (await query(connection, sql.listStoredSpfeDifferences(organizationId, issuerNif, most))).rows;
}
