import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import type { DocumentHead, WrittenInvoice } from '../domain/invoice/stored-document.ts';
import type { ChosenSeries } from '../domain/series/series-rules.ts';
import { decompressLiterals } from '../platform/literals/literal-block.ts';
import {
  type InvoiceLiteral,
  markOccupancy,
  buildBlock,
  type PlacedBlock,
} from '../platform/literals/build-block.ts';
import type { Registration } from '../domain/registers/register-document.ts';
import { groupByBlock, placeOf } from '../platform/literals/block-place.ts';

/*
 * Documents are compressed while their batch is prepared, before its chains are locked. A text that
 * is kept until all invoices are issued costs more: the garbage collector copies it twice and frees
 * it only in a full collection.
 */

/** An invoice that is ready to be issued. */
export type KeptInvoice = {
  readonly document: DocumentHead;
  /** Size of the whole document in UTF-8 bytes. */
  readonly bytes: number;
  readonly registration: Registration;
  /** The whole document as JSON, or null when the literal block of its part contains it. */
  readonly text: string | null;
};

/**
 * An invoice whose series gives its number when it is issued. Everything else of it is written
 * before the chains are locked.
 */
export type Unnumbered = {
  /** Its number is a placeholder. */
  readonly document: DocumentHead;
  /** The whole document as JSON, with the placeholder. */
  readonly unnumbered: string;
  readonly registration: Registration;
  readonly series: ChosenSeries;
};

/**
 * Builds the literal block for the documents of one part of a batch.
 * @returns null when there are no documents, or when one of them cannot be compressed. In the
 *   second case, issuing finds the invoice that causes the error.
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

/** Keeps only the data of an invoice that is needed until the invoice is stored. */
export function keepInvoice(
  { document, text, registration }: WrittenInvoice & Pick<KeptInvoice, 'registration'>,
  isCompressed: boolean,
): KeptInvoice {
  return { document, registration, bytes: Buffer.byteLength(text), text: isCompressed ? null : text };
}

/**
 * Returns the literal blocks of the documents that are issued. Reuses the blocks of the
 * preparation, and builds new blocks for parts whose set of documents has changed since.
 * @throws any error of `buildBlock`.
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
