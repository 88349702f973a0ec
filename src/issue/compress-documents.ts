import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readBatchInvoiceId } from '../contracts/batch-invoice-id.ts';
import type { DocumentHead, WrittenInvoice } from '../domain/invoice/stored-document.ts';
import { decompressLiterals } from '../platform/literals/literal-block.ts';
import {
  type InvoiceLiteral,
  markOccupancy,
  buildBlock,
  type PlacedBlock,
} from '../platform/literals/build-block.ts';
import { groupByBlock, placeOf } from '../platform/literals/block-place.ts';

/*
 * Documents are compressed while their batch is prepared, before its chains are locked. The garbage collector would copy a text that lived until all invoices are issued twice, and free it
 * only in a collection of the whole heap.
 */

/** An invoice that waits to be issued. */
export type KeptInvoice = {
  readonly document: DocumentHead;
  /** Of the whole document, in UTF-8. */
  readonly bytes: number;
  /** The whole document as JSON; null where the literal block of its part holds it. */
  readonly text: string | null;
};

/**
 * Builds the literal block of the documents of one part of a batch.
 * @returns null where there is no document, or where one cannot be compressed; issuing then finds out which invoice is at fault.
 */
export async function compressWritten(documents: readonly InvoiceLiteral[]): Promise<PlacedBlock | null> {
  const [first] = documents;
  if (!first) return null;
  try {
    return await buildBlock('documents', { ...placeOf(first.id), items: documents });
  } catch {
    return null;
  }
}

/** Keeps what is needed of an invoice until it is stored. */
export function keepInvoice({ document, text }: WrittenInvoice, isCompressed: boolean): KeptInvoice {
  return { document, bytes: Buffer.byteLength(text), text: isCompressed ? null : text };
}

/**
 * Returns the literal blocks of the documents that are issued: those of the preparation, and new ones for parts that have lost or gained documents since.
 * @throws what `buildBlock` throws.
 */
export async function settleBlocks(
  prepared: readonly PlacedBlock[],
  issued: readonly (KeptInvoice & { readonly id: number })[],
): Promise<PlacedBlock[]> {
  const blockOf = new Map(prepared.map((block) => [block.part, block]));
  const blocks: PlacedBlock[] = [];
  for (const place of groupByBlock(issued, ({ id }) => id)) {
    const block = blockOf.get(place.part);
    if (block?.occupancy === markOccupancy(place.items)) {
      blocks.push(block);
      continue;
    }
    const compressed = block ? await decompressLiterals('documents', block) : new Map<number, string>();
    const items = place.items.map(({ id, text }) => ({
      id,
      text: text ?? compressed.get(readBatchInvoiceId(id).position)!,
    }));
    blocks.push(await buildBlock('documents', { ...place, items }));
    await yieldToEventLoop();
  }
  return blocks;
}
