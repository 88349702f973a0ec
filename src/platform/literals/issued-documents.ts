import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import type { Connection } from '../postgres/database.ts';
import { requireHere } from '../postgres/partitions/archived-months.ts';
import { readAsOrganization } from '../postgres/scoped-query.ts';
import { type BlockPlace, groupByBlock, nameOf, placeOf } from './block-place.ts';
import { BlockDamage, decompressLiterals } from './literal-block.ts';
import * as sql from './literals.sql.ts';

/* The documents of an organization's issued invoices, read with its rights. */

/**
 * Reads the document of an issued invoice of an organization.
 * @throws MonthArchivedError if the document was archived with its month; BlockDamage if it cannot
 *   be read.
 */
export async function readIssuedDocument(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<InvoiceDocument> {
  return (await readIssuedDocuments(connection, organizationId, [id])).get(id)!;
}

/**
 * Reads the documents of issued invoices of an organization by one statement.
 * @returns the document of each id.
 * @throws as `readIssuedDocument`.
 */
export async function readIssuedDocuments(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, InvoiceDocument>> {
  const places = groupByBlock(ids, (id) => id);
  const blocks = await readDocumentBlocks(connection, organizationId, places);
  const documents = new Map<number, InvoiceDocument>();
  for (const place of places) {
    const positions = new Map(place.items.map((id) => [readBatchInvoiceId(id).position, id]));
    const wanted = new Set(positions.keys());
    const texts = await decompressLiterals('documents', blocks.get(nameOf(place))!, wanted);
    for (const [position, id] of positions) {
      const text = texts.get(position);
      if (text === undefined) throw new BlockDamage(`the document of invoice ${id} is not stored`);
      documents.set(id, readDocument(text));
    }
  }
  return documents;
}

/** Reads the literal block that contains a document. @throws as `readIssuedDocument`. */
export async function readDocumentBlock(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<sql.ReadOwnDocumentBlocksRow> {
  const place = placeOf(id);
  return (await readDocumentBlocks(connection, organizationId, [place])).get(nameOf(place))!;
}

/**
 * Reads blocks of documents of an organization by one statement.
 * @returns them by their names (`nameOf`).
 * @throws MonthArchivedError if the month of a block is archived; BlockDamage if there is none.
 */
export async function readDocumentBlocks(
  connection: Connection,
  organizationId: number,
  places: readonly BlockPlace[],
): Promise<Map<string, sql.ReadOwnDocumentBlocksRow>> {
  if (places.length === 0) return new Map();
  const statement = sql.readOwnDocumentBlocks(
    organizationId,
    places.map(({ batchId }) => batchId),
    places.map(({ part }) => part),
  );
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  const blocks = new Map(rows.map((block) => [nameOf(block), block]));
  for (const place of places) {
    if (blocks.has(nameOf(place))) continue;
    await requireHere(connection, place.batchId);
    throw new BlockDamage(`part ${place.part} of the documents of batch ${place.batchId} is not stored`);
  }
  return blocks;
}
