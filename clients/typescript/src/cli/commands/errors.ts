import type { Engine, Invoice } from '../../engine.ts';
import type { FileInvoice } from '../batches/chunk.ts';
import type { Command, Run } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { drawTable } from '../output.ts';
import { type NamedBatch, readBatches } from './batches-of.ts';
import { explainFailures, type Failed } from './explain-failures.ts';
import { READING, readInput } from './read-input.ts';
import { BATCHES, isTroubled, STATE } from './status.ts';

type Trouble = {
  readonly batch_id: number;
  /** The position in the batch, from 0. */
  readonly index: number;
  /** The row of the file; null if the operand is no file or a JSON file. */
  readonly row: number | null;
  readonly external_invoice_id: string | null;
  /** The state at the engine, `failed`, or at AEAT, `rejected` or `accepted_with_errors`. */
  readonly state: string;
  /** A JSON pointer (RFC 6901) to the member. */
  readonly path: string | null;
  readonly code: string | null;
  readonly aeat_code: number | null;
  readonly message: string;
};

export const errors: Command = {
  summary:
    'list the invoices that failed or that AEAT rejected, with the reason; for files also the row and the member',
  operands: BATCHES,
  options: { ...STATE, ...READING },
  async run(run) {
    const troubles: Trouble[] = [];
    for (const batch of readBatches(run))
      for (const trouble of await listTroubles(run, batch)) troubles.push(trouble);
    const rows = troubles.map((one) => [
      one.batch_id,
      one.row === null ? `invoices[${one.index}]` : `row ${one.row}`,
      one.external_invoice_id,
      one.state,
      one.path,
      one.code ?? one.aeat_code,
      one.message,
    ]);
    const head = ['BATCH', 'PLACE', 'EXTERNAL ID', 'STATE', 'MEMBER', 'CODE', 'MESSAGE'];
    run.output.result(
      { errors: troubles },
      rows.length === 0 ? ['No invoice failed'] : drawTable([head, ...rows]),
    );
    return troubles.length === 0 ? EXIT.ok : EXIT.invoices;
  },
};

async function listTroubles(run: Run, batch: NamedBatch): Promise<Trouble[]> {
  const { engine, signal } = run;
  if (!isTroubled(await engine.summary(batch.id, { signal }))) return [];
  const invoices = await readInvoices(run, batch);
  const failed: Failed[] = [];
  const refused: Trouble[] = [];
  let index = 0;
  for await (const invoice of engine.listInvoices(batch.id, {}, { signal })) {
    const { external_invoice_id, processing_status: status, verifactu_state: state } = invoice;
    if (status === 'failed')
      failed.push({ index, external_invoice_id, message: invoice.processing_error ?? '' });
    if (state === 'rejected' || state === 'accepted_with_errors')
      refused.push({
        batch_id: batch.id,
        index,
        row: invoices[index]?.place?.row ?? null,
        external_invoice_id,
        state,
        path: null,
        code: null,
        ...(await readRefusal(engine, invoice, signal)),
      });
    index += 1;
  }
  const explained = await explainFailures(engine, failed, invoices, signal);
  const told = explained.map((one) => ({ batch_id: batch.id, state: 'failed', ...one }));
  return [...told, ...refused].toSorted((one, other) => one.index - other.index);
}

/** Reads the last answer of AEAT about an invoice. */
async function readRefusal(engine: Engine, { id }: Invoice, signal: AbortSignal) {
  const { registration } = await engine.getInvoice(id, { signal });
  const told = registration?.records.findLast(({ aeat_code: code }) => code !== null);
  return { aeat_code: told?.aeat_code ?? null, message: told?.aeat_message ?? '' };
}

/**
 * Returns a batch's invoices from its file; none for invoices that were changed, or if the file is
 * read with other options.
 */
async function readInvoices(run: Run, { from }: NamedBatch): Promise<(FileInvoice | undefined)[]> {
  if (from === null) return [];
  try {
    const { invoices } = await readInput(run, from.file);
    const known = new Map(invoices.map((invoice) => [invoice.fingerprint, invoice]));
    return from.invoices.map((fingerprint) => known.get(fingerprint));
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    run.output.note(`${error.message}\nTherefore rows, members and codes are not shown`);
    return [];
  }
}
