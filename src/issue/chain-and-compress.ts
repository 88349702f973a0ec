import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DocumentHead } from '../domain/invoice/stored-document.ts';
import { formatGeneratedAt } from '../domain/reading/madrid-time.ts';
import type { ChainHead, MovedChain, NewRecord } from './statements/issuing.ts';
import { buildBlock, type PlacedBlock } from '../platform/literals/build-block.ts';
import { groupByBlock } from '../platform/literals/block-place.ts';
import { mapYielding } from '../platform/process/map-yielding.ts';
import { openChains, type Software } from './chain-records.ts';

/** The registration records of a batch. */
export type ChainedRecords = {
  readonly records: readonly NewRecord[];
  /** The literal blocks that contain the XML of the records. */
  readonly blocks: readonly PlacedBlock[];
  readonly moved: readonly MovedChain[];
};

/**
 * Builds the registration records of the invoices in the given order. Builds the literal block of
 * each part as soon as its records exist, which lets most of their memory be freed.
 */
export async function chainAndCompress(
  invoices: readonly { readonly id: number; readonly document: DocumentHead }[],
  heads: readonly ChainHead[],
  software: Software,
  at: Date,
): Promise<ChainedRecords> {
  const chains = openChains(heads, software, formatGeneratedAt(at));
  const records: NewRecord[] = [];
  const blocks: PlacedBlock[] = [];
  for (const part of groupByBlock(invoices, ({ id }) => id)) {
    // Lets other jobs run while a large batch is processed.
    if (records.length > 0) await yieldToEventLoop();
    const built = await mapYielding(part.items, chains.register);
    for (const record of built) records.push(record);
    const items = built.map(({ issuedInvoiceId: id, xml: text }) => ({ id, text }));
    blocks.push(await buildBlock('records', { ...part, items }));
  }
  return { records, blocks, moved: chains.listMoved() };
}
