import { EngineError, type InvoiceBatch } from '../../engine.ts';
import { nameChunks, writeBody } from '../batches/chunk.ts';
import { findSubmitted } from '../batches/find-submitted.ts';
import type { PlannedChunk } from '../batches/plan-chunks.ts';
import { type KnownChunk, writeState } from '../batches/state-file.ts';
import type { Run } from '../command.ts';
import { InputFault } from '../faults.ts';
import { drawRemarks, listRefused, listRemarks, type Remark } from '../remarks.ts';
import { leaveOutIssued } from './leave-out-issued.ts';

/** A batch of a file, and what the engine said about it. */
export type SentBatch = {
  readonly batch: InvoiceBatch;
  /**
   * `known` from the state file, `found` in the engine, created by an earlier request (`replayed`)
   * or by this one (`created`).
   */
  readonly outcome: 'known' | 'found' | 'replayed' | 'created';
  /** The errors of invoices that failed at once. */
  readonly errors: readonly Remark[];
  readonly warnings: readonly Remark[];
};

type Plan = {
  readonly file: string;
  /** The path of the state file; null without one. */
  readonly path: string | null;
  readonly isExport: boolean;
  readonly label: string | null;
  readonly chunks: readonly PlannedChunk[];
};

const NOTHING_TOLD = { errors: [], warnings: [] };

/**
 * Sends the chunks that are not submitted yet. Each chunk is written to the state file before it is
 * sent, so a run that was interrupted at any moment can be continued. Chunks that are missing in
 * the state file are searched in the engine. Of an export, orders that are invoiced already are
 * left out.
 */
export async function* submitChunks(run: Run, plan: Plan): AsyncGenerator<SentBatch> {
  const { engine, url, output, signal } = run;
  const { file, path, chunks } = plan;
  const known = new Map<string, KnownChunk>();
  const remember = () => {
    if (path !== null) writeState(path, { version: 1, engine: url, chunks: [...known.values()] });
  };
  const note = ({ key, label, fingerprints }: PlannedChunk, batchId: number | null) => {
    known.set(key, { key, label, batch_id: batchId, invoices: fingerprints });
  };
  for (const chunk of chunks) if (chunk.batchId !== null) note(chunk, chunk.batchId);
  for (const [index, planned] of chunks.entries()) {
    if (planned.batchId !== null) {
      // All its invoices were corrected in the file since then.
      if (planned.invoices.length === 0) continue;
      const batch = await engine.getBatch(planned.batchId, { signal });
      if (batch.external_batch_id !== planned.label)
        throw new InputFault(
          `Batch ${batch.id} differs from the one in ${path}. Check whether the API key belongs to another organization`,
        );
      yield { batch, outcome: 'known', ...NOTHING_TOLD };
      continue;
    }
    const others = new Set([...known.values()].flatMap(({ batch_id: id }) => id ?? []));
    const found = await findSubmitted(engine, planned, others, signal);
    if (found !== null) {
      note(planned, found.id);
      remember();
      if (planned.label !== planned.key && found.status === 'processed_with_errors')
        output.note(
          `Batch ${found.id} has the same label and external ids: if you have corrected its invoices since, submit the corrected ones with another --label`,
        );
      yield { batch: found, outcome: 'found', ...NOTHING_TOLD };
      continue;
    }
    const chunk = plan.isExport ? await leaveOut(run, plan, planned, new Set(known.keys())) : planned;
    if (chunk === null) continue;
    note(chunk, null);
    remember();
    try {
      const {
        errors,
        warnings,
        isReplayed,
        idempotencyKey: _,
        ...batch
      } = await engine.submit(writeBody(chunk), { idempotencyKey: chunk.key, signal });
      note(chunk, batch.id);
      remember();
      yield {
        batch,
        outcome: isReplayed ? 'replayed' : 'created',
        errors: listRemarks(file, chunk.invoices, errors),
        warnings: listRemarks(file, chunk.invoices, warnings),
      };
    } catch (error) {
      // Refused permanently: nothing of it is stored, and it can be corrected.
      if (error instanceof EngineError && error.status >= 400 && error.status < 500) {
        known.delete(chunk.key);
        remember();
        const [first] = chunk.invoices;
        const which = `batch ${index + 1} of ${chunks.length}, whose first invoice is ${first?.externalId ?? 'without an external id'}`;
        output.note(`${which}, was refused, and nothing of it was stored`);
        drawRemarks('ERROR', listRefused(file, chunk.invoices, error)).forEach(output.note);
      }
      throw error;
    }
  }
}

/** Returns a chunk without the orders that are invoiced already; null if none remains. */
async function leaveOut(
  run: Run,
  { file, label, chunks }: Plan,
  planned: PlannedChunk,
  known: ReadonlySet<string>,
): Promise<PlannedChunk | null> {
  const { left: invoices, changed } = await leaveOutIssued(run, file, planned.invoices);
  const [first] = changed;
  if (first !== undefined)
    throw new InputFault(
      `${file}: row ${first.row}: ${first.external_invoice_id}: ${first.message}`,
      changed,
    );
  if (invoices.length === planned.invoices.length) return planned;
  if (invoices.length === 0) return null;
  const taken = new Set([...known, ...chunks.map(({ key }) => key)]);
  const [chunk] = nameChunks([invoices], label, taken);
  return { ...chunk!, batchId: null, fingerprints: invoices.map(({ fingerprint }) => fingerprint) };
}
