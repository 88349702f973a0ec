import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import * as sql from './files.sql.ts';
import type { Text } from '../../contracts/messages/texts.ts';

export type PdfState = {
  readonly batchId: number;
  readonly position: number;
  readonly processingError: Text | null;
  readonly isIssued: boolean;
  readonly invoiceNumber: string | null;
  /**
   * Hash of the content from which the PDF is made: equal hashes mean equal bytes. Null until the
   * PDF is rendered.
   */
  readonly sha256: Buffer | null;
  /** Render batch that contains the PDF; null until it is rendered. */
  readonly renderBatchId: number | null;
};

/**
 * Returns the state of a batch invoice's PDF, or null if the organization has no batch invoice with
 * this id.
 * @throws MonthArchivedError if the PDF was archived with its month.
 */
export async function getPdf(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<PdfState | null> {
  const { rows } = await readAsOrganization(connection, organizationId, sql.getPdf(organizationId, id));
  const [state] = rows;
  if (state === undefined) return null;
  if (state.isIssued && state.monthArchived !== null) throw new MonthArchivedError(state.monthArchived);
  return state;
}
