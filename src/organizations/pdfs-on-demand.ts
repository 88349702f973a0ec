import type { Connection } from '../platform/postgres/database.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './organizations.sql.ts';

/* Rendering on request (ops/adr/0030). */

/**
 * Reason why PDFs that no client requested are not rendered: the organization is paused, or the
 * batch's PDFs are rendered on request.
 */
export type WhyNotRendered = 'paused' | 'on_demand';

/** Returns why the PDFs of a batch are not rendered in advance, or null if they are. */
export async function findWhyNotRendered(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<WhyNotRendered | null> {
  const { rows } = await query(connection, sql.findWhyNotRendered(organizationId, batchId));
  return rows[0]?.why ?? null;
}
