import type { Connection } from '../../platform/postgres/database.ts';
import { readAsTenant } from '../../platform/postgres/scoped-query.ts';
import { statementsBeside } from '../../platform/postgres/statement.ts';

const READ_PRINTS = statementsBeside(import.meta.url)('read-prints');

/** Some invoices' PDFs as they were printed, packed. */
export type StoredPrint = {
  readonly id: number;
  readonly version: number;
  readonly sha256: Buffer;
  /** null where it lies in the store. */
  readonly content: Buffer | null;
  /** Since which day it lies in the store, YYYY-MM-DD; null where it does not. */
  readonly storedOn: string | null;
};

/** Some prints of an organization. @throws when one is missing. */
export async function readPrints(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredPrint>> {
  const { rows } = await readAsTenant<StoredPrint>(connection, organizationId, {
    ...READ_PRINTS,
    values: [organizationId, ids],
  });
  const prints = new Map(rows.map((print) => [print.id, print]));
  const missing = ids.find((id) => !prints.has(id));
  if (missing !== undefined) throw new Error(`print ${missing} is missing`);
  return prints;
}
