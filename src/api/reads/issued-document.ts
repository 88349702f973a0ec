import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { readBatchInvoiceId } from '../../contracts/batch-invoice-id.ts';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import { placeOf } from '../../platform/literals/block-place.ts';
import { BlockDamage, decompressLiterals, type LiteralBlock } from '../../platform/literals/literal-block.ts';
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
  const block = await readDocumentBlock(connection, organizationId, id);
  const { position } = readBatchInvoiceId(id);
  const text = (await decompressLiterals('documents', block, new Set([position]))).get(position);
  if (text === undefined) throw new BlockDamage(`the document of invoice ${id} is not stored`);
  return readDocument(text);
}

/**
 * Reads the literal block that contains the document of an issued invoice of an organization.
 * @throws MonthArchivedError if the document was archived with its month; BlockDamage if there is no block.
 */
export async function readDocumentBlock(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<LiteralBlock> {
  const { batchId, part } = placeOf(id);
  const statement = sql.readDocumentBlock(organizationId, batchId, part);
  const [block] = (await readAsTenant(connection, organizationId, statement)).rows;
  if (block !== undefined) return block;
  await requireHere(connection, batchId);
  throw new BlockDamage(`the document of invoice ${id} is not stored`);
}
