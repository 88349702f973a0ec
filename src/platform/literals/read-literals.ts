import type { Connection } from '../postgres/database.ts';
import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import { requireHere } from '../postgres/partitions/archived-months.ts';
import { query } from '../postgres/statement.ts';
import * as sql from './literals.sql.ts';
import type { LiteralTable } from './codecs.ts';
import { type LiteralBlock, BlockDamage, decompressLiterals } from './literal-block.ts';
import { groupByBlock, nameOf, placeOf } from './block-place.ts';

const READ_BLOCKS = {
  documents: sql.readDocumentBlocks,
  records: sql.readRecordBlocks,
};

/**
 * A row whose literal is in the literal block of its invoice. The row itself may hold the literal
 * instead, as for the record of a correction.
 */
export type LiteralRow = { readonly invoiceId: number; readonly literal?: string | null };

/**
 * Reads the literals that the rows do not hold themselves. It reads each block once, all in one
 * statement.
 * @returns a function that returns the literal of a row, and throws BlockDamage if it cannot be
 *   read.
 * @throws MonthArchivedError if the month of a literal is archived.
 */
export async function readLiterals(
  connection: Connection,
  table: LiteralTable,
  rows: readonly LiteralRow[],
): Promise<(row: LiteralRow) => string> {
  const compressed = rows.filter(({ literal }) => (literal ?? null) === null);
  const decompressed = new Map<string, Map<number, string> | BlockDamage>();
  if (compressed.length > 0) {
    const places = groupByBlock(compressed, ({ invoiceId }) => invoiceId);
    const ask = READ_BLOCKS[table];
    const found = await query(
      connection,
      ask(
        places.map(({ batchId }) => batchId),
        places.map(({ part }) => part),
      ),
    );
    const wanted = new Map(
      places.map((place) => [
        nameOf(place),
        new Set(place.items.map(({ invoiceId }) => readBatchInvoiceId(invoiceId).position)),
      ]),
    );
    if (found.rows.length < places.length) {
      const known = new Set(found.rows.map(nameOf));
      const lacking = places.find((place) => !known.has(nameOf(place)));
      if (lacking !== undefined) await requireHere(connection, lacking.batchId);
    }
    for (const block of found.rows)
      decompressed.set(nameOf(block), await tryDecompress(table, block, wanted.get(nameOf(block))!));
  }
  return ({ invoiceId, literal = null }) => {
    if (literal !== null) return literal;
    const place = placeOf(invoiceId);
    const block = decompressed.get(nameOf(place));
    if (block instanceof BlockDamage)
      throw new BlockDamage(
        `part ${place.part} of the ${table} of batch ${place.batchId} cannot be decompressed: ${block.message}`,
        { cause: block },
      );
    const text = block?.get(readBatchInvoiceId(invoiceId).position);
    if (text === undefined) throw new BlockDamage(`the ${table} of invoice ${invoiceId} are not stored`);
    return text;
  };
}

async function tryDecompress(
  table: LiteralTable,
  block: LiteralBlock,
  wanted: ReadonlySet<number>,
): Promise<Map<number, string> | BlockDamage> {
  try {
    return await decompressLiterals(table, block, wanted);
  } catch (error) {
    if (error instanceof BlockDamage) return error;
    throw error;
  }
}
