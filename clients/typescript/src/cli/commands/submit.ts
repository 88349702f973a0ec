import { EngineError, type InvoiceBatch } from '../../engine.ts';
import { writeBody } from '../batches/chunk.ts';
import { findSubmitted } from '../batches/find-submitted.ts';
import { type PlannedChunk, planChunks } from '../batches/plan-chunks.ts';
import { type KnownChunk, locateState, readState, writeState } from '../batches/state-file.ts';
import { type Command, readText, type Run } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { readFile } from '../input/read-file.ts';
import { readNumber } from '../numbers.ts';
import { drawTable } from '../output.ts';
import { READING } from './reading-options.ts';

/** The limits of the engine: 1000 invoices and, by default, 32 MB. */
const MAX_INVOICES = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

type Told = {
  readonly file: string;
  readonly batch: InvoiceBatch;
  /** `known` from the state file, `found` in the engine, created by an earlier request (`replayed`) or by this one (`created`). */
  readonly outcome: 'known' | 'found' | 'replayed' | 'created';
  readonly errors: Readonly<Record<string, readonly string[]>>;
};

export const submit: Command = {
  summary: 'submit files of invoices in batches; can be repeated without duplicates',
  operands: 'FILE…',
  options: {
    ...READING,
    label: { type: 'string', value: 'TEXT', about: 'the external_batch_id of the batches' },
    state: {
      type: 'string',
      value: 'FILE',
      about: 'the state file (default: FILE.ibe.json beside each file)',
    },
    'batch-size': { type: 'string', value: 'COUNT', about: 'the most invoices of a batch (default: 1000)' },
  },
  async run(run) {
    const { operands, output } = run;
    if (operands.length === 0) throw new InputFault('Name the files with the invoices');
    if (operands.length > 1 && run.options['state'] !== undefined)
      throw new InputFault('--state requires exactly one file');
    const size = readNumber(readText(run, 'batch-size'), 'batch-size', 1, MAX_INVOICES) ?? MAX_INVOICES;
    const told: Told[] = [];
    // All files are read before the first one is sent, so an invalid file does not interrupt the submission.
    const plans = operands.map((file) => planFile(run, file, size));
    for (const { file, path, chunks } of plans)
      for await (const one of submitChunks(run, path, chunks)) {
        told.push({ ...one, file });
        const failed = countFailed(one);
        output.note(
          `${file}: batch ${one.batch.id}, ${one.batch.invoices_count} invoices, ${one.outcome}${failed}`,
        );
      }
    const documents = told.map(({ file, batch, outcome, errors }) => ({ file, outcome, ...batch, errors }));
    output.result({ batches: documents }, drawBatches(told));
    return told.some(isTroubled) ? EXIT.invoices : EXIT.ok;
  },
};

const isTroubled = ({ batch, errors }: Told) =>
  Object.keys(errors).length > 0 || batch.status === 'failed' || batch.status === 'processed_with_errors';

const countFailed = ({ errors }: Pick<Told, 'errors'>) =>
  Object.keys(errors).length === 0 ? '' : ', some of which failed at once';

function drawBatches(told: readonly Told[]): string[] {
  const rows = told.map(({ file, batch, outcome }) => [
    file,
    batch.id,
    batch.invoices_count,
    batch.status,
    outcome,
  ]);
  return drawTable([['FILE', 'BATCH', 'INVOICES', 'STATUS', 'OUTCOME'], ...rows]);
}

function planFile(run: Run, file: string, size: number) {
  const { invoices, label } = readFile(file, {
    map: readText(run, 'map'),
    encoding: readText(run, 'encoding'),
  });
  const path = readText(run, 'state') ?? locateState(file);
  const state = readState(path);
  if (state !== null && state.engine !== run.url)
    throw new InputFault(
      `${path} belongs to another engine: ${state.engine}. Give another --state to submit to this one`,
    );
  const limits = { invoices: size, bytes: MAX_BYTES };
  return { file, path, chunks: planChunks(invoices, state, readText(run, 'label') ?? label, limits) };
}

/**
 * Sends the chunks that are not submitted yet. Each chunk is written to the state file before it is sent, so a run that was interrupted at any moment can be continued. Chunks
 * that are missing in the state file are searched in the engine.
 */
async function* submitChunks(
  { engine, url, output, signal }: Run,
  path: string,
  chunks: readonly PlannedChunk[],
): AsyncGenerator<Omit<Told, 'file'>> {
  const known = new Map<string, KnownChunk>();
  const remember = () => writeState(path, { version: 1, engine: url, chunks: [...known.values()] });
  const note = ({ key, label, fingerprints }: PlannedChunk, batchId: number | null) => {
    known.set(key, { key, label, batch_id: batchId, invoices: fingerprints });
  };
  for (const chunk of chunks) if (chunk.batchId !== null) note(chunk, chunk.batchId);
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.batchId !== null) {
      // All its invoices were corrected in the file since then.
      if (chunk.invoices.length === 0) continue;
      const batch = await engine.getBatch(chunk.batchId, { signal });
      if (batch.external_batch_id !== chunk.label)
        throw new InputFault(
          `Batch ${batch.id} differs from the one in ${path}. Check whether the API key belongs to another organization`,
        );
      yield { batch, outcome: 'known', errors: {} };
      continue;
    }
    const others = new Set([...known.values()].flatMap(({ batch_id: id }) => id ?? []));
    const found = await findSubmitted(engine, chunk, others, signal);
    if (found !== null) {
      note(chunk, found.id);
      remember();
      if (chunk.label !== chunk.key && found.status === 'processed_with_errors')
        output.note(
          `Batch ${found.id} has the same label and external ids: if you have corrected its invoices since, submit the corrected ones with another --label`,
        );
      yield { batch: found, outcome: 'found', errors: {} };
      continue;
    }
    note(chunk, null);
    remember();
    try {
      const {
        errors,
        isReplayed,
        idempotencyKey: _,
        ...batch
      } = await engine.submit(writeBody(chunk), {
        idempotencyKey: chunk.key,
        signal,
      });
      note(chunk, batch.id);
      remember();
      yield { batch, outcome: isReplayed ? 'replayed' : 'created', errors };
    } catch (error) {
      // Refused permanently: nothing of it is stored, and it can be corrected.
      if (error instanceof EngineError && error.status >= 400 && error.status < 500) {
        known.delete(chunk.key);
        remember();
        const [first] = chunk.invoices;
        const which = `batch ${index + 1} of ${chunks.length}, whose first invoice is ${first?.externalId ?? 'without an external id'}`;
        output.note(`${which}, was refused, and nothing of it was stored`);
      }
      throw error;
    }
  }
}
