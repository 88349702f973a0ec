import type { BatchInvoice, Engine } from '../../engine.ts';
import { type Command, readText, type Run } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { readFile } from '../input/read-file.ts';
import { drawTable } from '../output.ts';
import { type NamedBatch, readBatches } from './batches-of.ts';
import { explainFailures, type Failed } from './explain-failures.ts';
import { READING } from './reading-options.ts';
import { BATCHES, isTroubled, STATE } from './status.ts';

type Trouble = {
  readonly batch_id: number;
  /** The position in the batch, from 0. */
  readonly index: number;
  readonly external_invoice_id: string | null;
  /** The state at the engine, `failed`, or at AEAT, `rejected` or `accepted_with_errors`. */
  readonly state: string;
  readonly field: string | null;
  readonly code: string | null;
  readonly aeat_code: number | null;
  readonly message: string;
};

export const errors: Command = {
  summary: 'list the invoices that failed or that AEAT rejected, with the reason; for files also the field',
  operands: BATCHES,
  options: { ...STATE, ...READING },
  async run(run) {
    const troubles: Trouble[] = [];
    for (const batch of readBatches(run))
      for (const trouble of await listTroubles(run, batch)) troubles.push(trouble);
    const rows = troubles.map((one) => [
      one.batch_id,
      one.index,
      one.external_invoice_id,
      one.state,
      one.field,
      one.code ?? one.aeat_code,
      one.message,
    ]);
    const head = ['BATCH', 'INDEX', 'EXTERNAL ID', 'STATE', 'FIELD', 'CODE', 'MESSAGE'];
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
        external_invoice_id,
        state,
        field: null,
        code: null,
        ...(await readRefusal(engine, invoice, signal)),
      });
    index += 1;
  }
  const explained = await explainFailures(engine, failed, readTexts(run, batch), signal);
  const told = explained.map((one) => ({ batch_id: batch.id, state: 'failed', ...one }));
  return [...told, ...refused].toSorted((one, other) => one.index - other.index);
}

/** Reads the last answer of AEAT about an invoice. */
async function readRefusal(engine: Engine, { id }: BatchInvoice, signal: AbortSignal) {
  const { records } = await engine.registration(id, { signal });
  const told = records.findLast(({ aeat_code: code }) => code !== null);
  return { aeat_code: told?.aeat_code ?? null, message: told?.aeat_message ?? '' };
}

/** Returns the texts of a batch's invoices from its file; none for invoices that were changed, or if the file is read with other options. */
function readTexts(run: Run, { from }: NamedBatch): (string | undefined)[] {
  if (from === null) return [];
  try {
    const { invoices } = readFile(from.file, {
      map: readText(run, 'map'),
      encoding: readText(run, 'encoding'),
    });
    const texts = new Map(invoices.map(({ fingerprint, text }) => [fingerprint, text]));
    return from.invoices.map((fingerprint) => texts.get(fingerprint));
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    run.output.note(`${error.message}\nTherefore fields and codes are not shown`);
    return [];
  }
}
