import type { InvoiceBatch } from '../../engine.ts';
import { planChunks } from '../batches/plan-chunks.ts';
import { locateState, readState, STANDARD_INPUT } from '../batches/state-file.ts';
import { type Command, readText, type Run } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { readNumber } from '../numbers.ts';
import { drawTable } from '../output.ts';
import { describeFaults } from '../input/row-faults.ts';
import { drawRemarks, type Remark, remarksOf } from '../remarks.ts';
import { READING, readInput } from './read-input.ts';
import { setAside } from './set-aside.ts';
import { type SentBatch, submitChunks } from './submit-chunks.ts';

/** The limits of the engine: 1000 invoices and, by default, 32 MB. */
const MAX_INVOICES = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

type Told = SentBatch & { readonly file: string };

export const submit: Command = {
  summary: 'submit files of invoices in batches; can be repeated without duplicates',
  operands: 'FILE…',
  options: {
    ...READING,
    label: { type: 'string', value: 'TEXT', about: 'the external_batch_id of the batches' },
    state: {
      type: 'string',
      value: 'FILE',
      about: 'the state file (default: FILE.ibe.json beside each file; none for standard input)',
    },
    refused: {
      type: 'string',
      value: 'FILE',
      about:
        'send the valid invoices, and write the rows of the others to FILE, to correct and submit them (default: send nothing)',
    },
    'batch-size': { type: 'string', value: 'COUNT', about: 'the most invoices of a batch (default: 1000)' },
  },
  async run(run) {
    const { operands, output } = run;
    if (operands.length === 0)
      throw new InputFault('Name the files with the invoices, or - for standard input');
    if (operands.length > 1 && run.options['state'] !== undefined)
      throw new InputFault('--state requires exactly one file');
    const size = readNumber(readText(run, 'batch-size'), 'batch-size', 1, MAX_INVOICES) ?? MAX_INVOICES;
    const into = readText(run, 'refused');
    if (into !== undefined && (operands.length > 1 || operands[0] === STANDARD_INPUT))
      throw new InputFault('--refused requires exactly one file, which can be read again');
    const told: Told[] = [];
    // All files are read before the first one is sent, so an invalid file does not interrupt the
    // submission.
    const plans = [];
    for (const file of operands) plans.push(await planFile(run, file, size, into));
    for (const plan of plans)
      for await (const one of submitChunks(run, plan)) {
        told.push({ ...one, file: plan.file });
        output.note(
          `${plan.file}: batch ${one.batch.id}, ${one.batch.invoices_count} invoices, ${one.outcome}${countFailed(one)}`,
        );
      }
    const documents = told.map(({ batch, ...one }) => ({ ...one, ...batch }));
    const refused = plans.flatMap((plan) => plan.refused);
    output.result({ batches: documents, ...(into !== undefined && { refused }) }, [
      ...drawRemarks('ERROR', told.flatMap(readErrors)),
      ...drawRemarks(
        'WARNING',
        told.flatMap(({ warnings }) => warnings),
      ),
      ...drawBatches(told),
    ]);
    return told.some(isTroubled) || refused.length > 0 ? EXIT.invoices : EXIT.ok;
  },
};

const readErrors = ({ errors }: Told): readonly Remark[] => errors;

const hasFailed = ({ status }: InvoiceBatch) => status === 'failed' || status === 'processed_with_errors';

const isTroubled = ({ batch, errors }: Told) => errors.length > 0 || hasFailed(batch);

const countFailed = ({ errors }: SentBatch) => (errors.length === 0 ? '' : ', some of which failed at once');

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

async function planFile(run: Run, file: string, size: number, into: string | undefined) {
  const all = await readInput(run, file);
  const path = readText(run, 'state') ?? locateState(file);
  const state = path === null ? null : readState(path);
  if (state !== null && state.engine !== run.url)
    throw new InputFault(
      `${path} belongs to another engine: ${state.engine}. Give another --state to submit to this one`,
    );
  const known = new Set(state?.chunks.flatMap(({ invoices: sent }) => sent));
  if (into === undefined && all.faults.length > 0)
    throw new InputFault(`${file}: ${describeFaults(all.faults)}`, remarksOf(file, all.faults));
  const { input, refused } =
    into === undefined ? { input: all, refused: [] } : await setAside(run, file, all, { into, known });
  const { invoices, label: given, notes, warnings, isExport } = input;
  notes.forEach(run.output.note);
  drawRemarks('WARNING', remarksOf(file, warnings)).forEach(run.output.note);
  const limits = { invoices: size, bytes: MAX_BYTES };
  const label = readText(run, 'label') ?? given;
  return { file, path, isExport, refused, label, chunks: planChunks(invoices, state, label, limits) };
}
