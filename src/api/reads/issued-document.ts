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
  const [text] = await readDocumentTexts(connection, organizationId, [id]);
  return readDocument(text!);
}

/**
 * Reads the documents of issued invoices of an organization, as they are stored.
 * @param ids at least one invoice; all are in the same literal block.
 * @throws MonthArchivedError if the documents were archived with their month; BlockDamage if one cannot be read.
 */
export async function readDocumentTexts(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<string[]> {
  const { batchId, part } = placeOf(ids[0]!);
  const { rows } = await readAsTenant(
    connection,
    organizationId,
    sql.readDocumentBlock(organizationId, batchId, part),
  );
  const [block] = rows;
  if (block === undefined) {
    await requireHere(connection, batchId);
    throw new BlockDamage(`the document of invoice ${ids[0]} is not stored`);
  }
  const positions = ids.map((id) => readBatchInvoiceId(id).position);
  const texts = await decompressLiterals('documents', block, new Set(positions));
  return positions.map((position, index) => {
    const text = texts.get(position);
    if (text === undefined) throw new BlockDamage(`the document of invoice ${ids[index]} is not stored`);
    return text;
  });
}
