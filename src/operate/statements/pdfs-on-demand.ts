import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './operating.sql.ts';

/* Whose PDFs are printed when somebody asks for them (ops/adr/0030). */

/** Why nobody prints what nobody asked for: the organization is paused, or the batch's PDFs are printed on demand. */
export type WhyUnprinted = 'paused' | 'on_demand';

/** @returns null where PDFs of a batch are printed ahead. */
export async function findWhyUnprinted(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<WhyUnprinted | null> {
  const { rows } = await query(connection, sql.findWhyUnprinted(organizationId, batchId));
  return rows[0]?.why ?? null;
}
