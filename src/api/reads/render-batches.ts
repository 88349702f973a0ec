import type { Connection } from '../../platform/postgres/database.ts';
import { readAsTenant } from '../../platform/postgres/scoped-query.ts';
import * as sql from './reads.sql.ts';

/** Some invoices' PDFs as they were printed, packed. */
export type StoredRenderBatch = {
  readonly id: number;
  readonly version: number;
  readonly sha256: Buffer;
  /** null where it lies in the store. */
  readonly content: Buffer | null;
  /** Since which day it lies in the store, YYYY-MM-DD; null where it does not. */
  readonly storedOn: string | null;
};

/** Some render batches of an organization. @throws when one is missing. */
export async function readRenderBatches(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredRenderBatch>> {
  const { rows } = await readAsTenant(connection, organizationId, sql.readRenderBatches(organizationId, ids));
  const renderBatches = new Map(rows.map((renderBatch) => [renderBatch.id, renderBatch]));
  const missing = ids.find((id) => !renderBatches.has(id));
  if (missing !== undefined) throw new Error(`print ${missing} is missing`);
  return renderBatches;
}
