import { InputFault } from '../faults.ts';
import { type Chunk, type FileInvoice, type Limits, nameChunks, splitInvoices } from './chunk.ts';
import type { State } from './state-file.ts';

/** A chunk of a file, and its batch if the state file has it. */
export type PlannedChunk = Chunk & {
  readonly batchId: number | null;
  /** The fingerprints of all sent invoices, including those that the file no longer contains. */
  readonly fingerprints: readonly string[];
};

/**
 * Plans which invoices of a file are in batches already, which were being sent when a run ended,
 * and how the others are sent. Invoices are identified by their content: added and corrected ones
 * are sent, the others are not sent again.
 */
export function planChunks(
  invoices: readonly FileInvoice[],
  state: State | null,
  label: string | null,
  limits: Limits,
): PlannedChunk[] {
  const left = new Map<string, FileInvoice[]>();
  for (const invoice of invoices) {
    const alike = left.get(invoice.fingerprint);
    if (alike) alike.push(invoice);
    else left.set(invoice.fingerprint, [invoice]);
  }
  const used = new Set<FileInvoice>();
  const known = (state?.chunks ?? []).map(
    ({ key, label: given, batch_id: batchId, invoices: renderBatches }) => {
      const found = renderBatches.flatMap((renderBatch) => left.get(renderBatch)?.shift() ?? []);
      for (const invoice of found) used.add(invoice);
      if (batchId === null && found.length < renderBatches.length) {
        throw new InputFault(
          'The file was changed while it was unknown whether one of its batches had arrived. Submit the unchanged file first',
        );
      }
      return { key, label: given, batchId, invoices: found, fingerprints: renderBatches };
    },
  );
  const rest = splitInvoices(
    invoices.filter((invoice) => !used.has(invoice)),
    limits,
  );
  const taken = new Set(known.map(({ key }) => key));
  const fresh = nameChunks(rest, label, taken).map((chunk) => ({
    ...chunk,
    batchId: null,
    fingerprints: chunk.invoices.map(({ fingerprint }) => fingerprint),
  }));
  return [...known, ...fresh];
}
