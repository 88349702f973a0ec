import type { Connection } from '../../platform/postgres/database.ts';
import { statementsBeside } from '../../platform/postgres/statement.ts';

/* Whose PDFs are printed when somebody asks for them (ops/adr/0030). */

const FIND_WHY_UNPRINTED = statementsBeside(import.meta.url)('find-why-unprinted');

/** Why nobody prints what nobody asked for: the organization is paused, or the batch's PDFs are printed on demand. */
export type WhyUnprinted = 'paused' | 'on_demand';

/** @returns null where PDFs of a batch are printed ahead. */
export async function findWhyUnprinted(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<WhyUnprinted | null> {
  const { rows } = await connection.query<{ why: WhyUnprinted | null }>({
    ...FIND_WHY_UNPRINTED,
    values: [organizationId, batchId],
  });
  return rows[0]?.why ?? null;
}
