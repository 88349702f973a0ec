import type { DocumentSummary } from '../../contracts/v2/invoice-answers.ts';
import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import { type BlockPlace, groupByBlock } from '../../platform/literals/block-place.ts';
import { BlockDamage } from '../../platform/literals/literal-block.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import type { DocumentWriter } from '../writing/document-writer.ts';
import * as sql from './files.sql.ts';

/**
 * Bytes of compressed blocks that are read at once, which bounds the memory of a page. The blocks of
 * a page of a hundred ordinary invoices have one megabyte at most.
 */
const MOST_BYTES = 4 * 1024 * 1024;
/** Blocks that a thread reads at once: a block of ordinary invoices takes it a third of a millisecond. */
const BLOCKS_OF_TASK = 8;

/**
 * Summarizes the documents of issued invoices of an organization, by their ids. Those of archived
 * months are not in the result. Each block is read once, by one statement for all of them unless
 * they are large.
 * @throws BlockDamage if a document cannot be read.
 */
export async function summarizeDocuments(
  connection: Connection,
  writer: DocumentWriter,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DocumentSummary>> {
  const summaries = new Map<number, DocumentSummary>();
  let places = groupByBlock(ids, (id) => id);
  while (places.length > 0) {
    const blocks = await readBlocks(connection, organizationId, places);
    const read = places.slice(0, blocks.length);
    places = places.slice(blocks.length);
    const present = read.flatMap(({ items }, index) => {
      const block = blocks[index]!;
      return block === null ? [] : [{ block, items }];
    });
    for (let from = 0; from < present.length; from += BLOCKS_OF_TASK) {
      const some = present.slice(from, from + BLOCKS_OF_TASK);
      const found = await writer.summarize(
        organizationId,
        some.map(({ block, items }) => ({
          block,
          positions: items.map((id) => readBatchInvoiceId(id).position),
        })),
      );
      for (const [index, { items }] of some.entries())
        for (const [place, id] of items.entries()) summaries.set(id, found[index]![place]!);
    }
  }
  return summaries;
}

/** Reads the first of some blocks, at least one; null for one whose month is archived. */
async function readBlocks(connection: Connection, organizationId: number, places: readonly BlockPlace[]) {
  const statement = sql.readBlocksInTurn(
    organizationId,
    places.map(({ batchId }) => batchId),
    places.map(({ part }) => part),
    MOST_BYTES,
  );
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  return rows.map(({ batchId, part, codec, sha256, content, isArchived }) => {
    if (codec !== null) return { codec, sha256: sha256!, content: content! };
    if (isArchived) return null;
    throw new BlockDamage(`part ${part} of the documents of batch ${batchId} is not stored`);
  });
}
