import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentHead } from '../domain/invoice/write-invoice.ts';
import { formatGeneratedAt } from '../domain/reading/madrid-time.ts';
import type { ChainHead, MovedChain, NewRecord } from '../persistence/issuing/issuing.ts';
import { packPart, type PlacedPack } from '../persistence/packs/pack-invoices.ts';
import { groupByPack } from '../persistence/packs/pack-place.ts';
import { mapYielding } from '../process/map-yielding.ts';
import { openChains, type Software } from './chain-records.ts';

/** The records of a batch. */
export type ChainedRecords = {
  readonly records: readonly NewRecord[];
  /** Of their XML. */
  readonly packs: readonly PlacedPack[];
  readonly moved: readonly MovedChain[];
};

/** Builds the registration records of invoices in their order, and packs those of each part when they are there: most of what they were is garbage then. */
export async function chainAndPack(
  invoices: readonly { readonly id: number; readonly document: DocumentHead }[],
  heads: readonly ChainHead[],
  software: Software,
  at: Date,
): Promise<ChainedRecords> {
  const chains = openChains(heads, software, formatGeneratedAt(at));
  const records: NewRecord[] = [];
  const packs: PlacedPack[] = [];
  for (const part of groupByPack(invoices, ({ id }) => id)) {
    // Beside a large batch other jobs go on.
    if (records.length > 0) await nextTurn();
    const built = await mapYielding(part.items, chains.register);
    for (const record of built) records.push(record);
    const items = built.map(({ issuedInvoiceId: id, xml: text }) => ({ id, text }));
    packs.push(await packPart('records', { ...part, items }));
  }
  return { records, packs, moved: chains.listMoved() };
}
