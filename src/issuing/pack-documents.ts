import { setImmediate as nextTurn } from 'node:timers/promises';
import { readBatchInvoiceId } from '../contracts/batch-invoice-id.ts';
import type { DocumentHead, WrittenInvoice } from '../domain/invoice/write-invoice.ts';
import { unpackLiterals } from '../persistence/packs/pack.ts';
import {
  type InvoiceLiteral,
  markPositions,
  packPart,
  type PlacedPack,
} from '../persistence/packs/pack-invoices.ts';
import { groupByPack, placeOf } from '../persistence/packs/pack-place.ts';

/*
 * Documents are packed while their batch is prepared, before its chains are held: a text that stayed until all are issued would be copied by the garbage collector twice, and collected
 * only with everything else.
 */

/** An invoice that waits to be issued. */
export type KeptInvoice = {
  readonly document: DocumentHead;
  /** Of the whole document, in UTF-8. */
  readonly bytes: number;
  /** The whole document as JSON; null where the pack of its part has it. */
  readonly text: string | null;
};

/**
 * Packs documents of one part of a batch.
 * @returns null where there is none, or one cannot be packed: whose fault that is turns out when they are issued.
 */
export async function packWritten(documents: readonly InvoiceLiteral[]): Promise<PlacedPack | null> {
  const [first] = documents;
  if (!first) return null;
  try {
    return await packPart('documents', { ...placeOf(first.id), items: documents });
  } catch {
    return null;
  }
}

/** Keeps of an invoice what is needed until it is stored. */
export function keepInvoice({ document, text }: WrittenInvoice, isPacked: boolean): KeptInvoice {
  return { document, bytes: Buffer.byteLength(text), text: isPacked ? null : text };
}

/**
 * The packs of the documents that are issued: those of preparation, and new ones of parts that lost some since, or where some came to.
 * @throws what `packPart` throws.
 */
export async function settlePacks(
  prepared: readonly PlacedPack[],
  issued: readonly (KeptInvoice & { readonly id: number })[],
): Promise<PlacedPack[]> {
  const packOf = new Map(prepared.map((pack) => [pack.part, pack]));
  const packs: PlacedPack[] = [];
  for (const place of groupByPack(issued, ({ id }) => id)) {
    const pack = packOf.get(place.part);
    if (pack?.positions === markPositions(place.items)) {
      packs.push(pack);
      continue;
    }
    const packed = pack ? await unpackLiterals('documents', pack) : new Map<number, string>();
    const items = place.items.map(({ id, text }) => ({
      id,
      text: text ?? packed.get(readBatchInvoiceId(id).position)!,
    }));
    packs.push(await packPart('documents', { ...place, items }));
    await nextTurn();
  }
  return packs;
}
