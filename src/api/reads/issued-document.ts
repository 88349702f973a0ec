import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { readBatchInvoiceId } from '../../contracts/batch-invoice-id.ts';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import { placeOf } from '../../platform/literals/block-place.ts';
import { BlockDamage, decompressLiterals } from '../../platform/literals/literal-block.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { requireHere } from '../../platform/postgres/partitions/archived-months.ts';
import { readAsTenant } from '../../platform/postgres/scoped-query.ts';
import * as sql from './reads.sql.ts';

/**
 * Reads the document of an issued invoice of an organization.
 * @throws MonthArchivedError if the document was archived with its month; BlockDamage if it cannot be read.
 */
export async function readIssuedDocument(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<InvoiceDocument> {
  const { batchId, part } = placeOf(id);
  const { rows } = await readAsTenant(
    connection,
    organizationId,
    sql.readDocumentBlock(organizationId, batchId, part),
  );
  const [block] = rows;
  if (block === undefined) {
    await requireHere(connection, batchId);
    throw new BlockDamage(`the document of invoice ${id} is not stored`);
  }
  const { position } = readBatchInvoiceId(id);
  const texts = await decompressLiterals('documents', block, new Set([position]));
  const text = texts.get(position);
  if (text === undefined) throw new BlockDamage(`the document of invoice ${id} is not stored`);
  return readDocument(text);
}
