import type { Engine, InvoiceBatch } from '../../engine.ts';
import { InputFault } from '../faults.ts';
import type { Chunk } from './chunk.ts';

/** Keys are good for 24 hours; an hour is for clocks that differ. */
const KEY_LIFE_MS = 23 * 3600_000;

/**
 * The batch that a chunk became before: on another machine, or by a run that ended between the engine's answer and the state file. The key alone would tell for 24
 * hours.
 * @param others that are known to be of other chunks.
 * @throws InputFault where it cannot be told.
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
    // Nothing of it was issued: it may be the same before it was mended, and sending it again makes nothing twice.
    if (batch.status === 'failed') continue;
    if (invoices.every(({ externalId }) => externalId === null)) {
      if (Date.now() - Date.parse(batch.received_at) < KEY_LIFE_MS) continue;
      throw new InputFault(
        `Batch ${batch.id} has the label ${label} and as many invoices: without external_invoice_id it cannot be told whether it is the same. ` +
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
