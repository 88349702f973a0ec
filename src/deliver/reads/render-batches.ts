import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './files.sql.ts';

/** A render batch: the PDFs of some invoices as rendered, compressed. */
export type StoredRenderBatch = {
  readonly id: number;
  readonly version: number;
  readonly sha256: Buffer;
  /** null if the render batch is in the render store. */
  readonly content: Buffer | null;
  /** Day on which it was moved to the render store, YYYY-MM-DD; null if it is in PostgreSQL. */
  readonly storedOn: string | null;
};

/**
 * Reads render batches of an organization.
 * @throws Error if one is missing.
 */
export async function readRenderBatches(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredRenderBatch>> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.readRenderBatches(organizationId, ids),
  );
  const renderBatches = new Map(rows.map((renderBatch) => [renderBatch.id, renderBatch]));
  const missing = ids.find((id) => !renderBatches.has(id));
  if (missing !== undefined) throw new Error(`render batch ${missing} is missing from the database`);
  return renderBatches;
}
