import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DocumentHead } from '../domain/invoice/stored-document.ts';
import { formatGeneratedAt } from '../domain/reading/madrid-time.ts';
import type { ChainHead, MovedChain, NewRecord } from './statements/issuing.ts';
import { buildBlock, type PlacedBlock } from '../platform/literals/build-block.ts';
import { groupByBlock } from '../platform/literals/block-place.ts';
import { mapYielding } from '../platform/process/map-yielding.ts';
import { openChains, type Software } from './chain-records.ts';

/** The records of a batch. */
export type ChainedRecords = {
  readonly records: readonly NewRecord[];
  /** Of their XML. */
  readonly blocks: readonly PlacedBlock[];
  readonly moved: readonly MovedChain[];
};

/** Builds the registration records of invoices in their order, and the literal block of each part as soon as its records are there, so that most of their memory can be freed. */
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
    // Beside a large batch other jobs go on.
    if (records.length > 0) await yieldToEventLoop();
    const built = await mapYielding(part.items, chains.register);
    for (const record of built) records.push(record);
    const items = built.map(({ issuedInvoiceId: id, xml: text }) => ({ id, text }));
    blocks.push(await buildBlock('records', { ...part, items }));
  }
  return { records, blocks, moved: chains.listMoved() };
}
