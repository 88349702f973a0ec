import type { Engine, InvoiceBatch } from '../../engine.ts';
import { InputFault } from '../faults.ts';
import type { Chunk } from './chunk.ts';

/** Keys are valid for 24 hours; one hour is a margin for different clocks. */
const KEY_LIFE_MS = 23 * 3600_000;

/**
 * Finds the batch of a chunk that was submitted before, on another machine or by a run that ended
 * before it wrote the state file. The key alone identifies it only for 24 hours.
 * @param others batches that belong to other chunks.
 * @throws InputFault if the batch cannot be identified.
 */
export async function findSubmitted(
  engine: Engine,
  { key, label, invoices }: Chunk,
  others: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<InvoiceBatch | null> {
  for await (const batch of engine.listBatches({ external_batch_id: label }, { signal })) {
    if (batch.invoices_count !== invoices.length || others.has(batch.id)) continue;
    if (label === key) return batch;
    // Nothing of a failed batch was issued. It may be the same batch before a correction, and
    // sending it again duplicates nothing.
    if (batch.status === 'failed') continue;
    if (invoices.every(({ externalId }) => externalId === null)) {
      if (Date.now() - Date.parse(batch.received_at) < KEY_LIFE_MS) continue;
      throw new InputFault(
        `Batch ${batch.id} has the label ${label} and the same number of invoices. Without external_invoice_id the program cannot find out whether it is the same batch. ` +
          'Give another --label, or leave it out',
      );
    }
    if (
      await hasInvoices(
        engine,
        batch.id,
        invoices.map(({ externalId }) => externalId),
        signal,
      )
    )
      return batch;
  }
  return null;
}

async function hasInvoices(
  engine: Engine,
  batchId: number,
  externalIds: readonly (string | null)[],
  signal: AbortSignal,
): Promise<boolean> {
  let index = 0;
  for await (const invoice of engine.listInvoices(batchId, {}, { signal })) {
    if (invoice.external_invoice_id !== externalIds[index]) return false;
    index += 1;
  }
  return index === externalIds.length;
}
