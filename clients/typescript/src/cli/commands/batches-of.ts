import { locateState, readState } from '../batches/state-file.ts';
import { type Run, readText } from '../command.ts';
import { InputFault } from '../faults.ts';

/** A batch in the operands of a command. */
export type NamedBatch = {
  readonly id: number;
  /**
   * The file from which it was submitted, and the fingerprints of its invoices in order, if the
   * operand is a file.
   */
  readonly from: { readonly file: string; readonly invoices: readonly string[] } | null;
};

/**
 * Reads batches from operands: ids, or submitted files.
 * @throws InputFault if there are none or a file is unknown.
 */
export function readBatches(run: Run): NamedBatch[] {
  if (run.operands.length === 0)
    throw new InputFault('Name the batches by their ids or by the files that were submitted');
  const named = run.operands.flatMap((operand): NamedBatch[] =>
    /^[1-9]\d{0,14}$/.test(operand)
      ? [{ id: Number(operand), from: null }]
      : readBatchesOf(operand, readText(run, 'state') ?? locateState(operand), run.url),
  );
  return [...new Map(named.map((batch) => [batch.id, batch])).values()];
}

/** Reads only the ids of the batches. */
export const readBatchIds = (run: Run) => readBatches(run).map(({ id }) => id);

function readBatchesOf(file: string, path: string | null, url: string): NamedBatch[] {
  if (path === null)
    throw new InputFault(
      'Name the state file of the submission: --state FILE, as for "submit - --state FILE"',
    );
  const state = readState(path);
  if (state === null)
    throw new InputFault(`${path} does not exist. Check whether the file was submitted from this directory`);
  if (state.engine !== url) throw new InputFault(`${path} belongs to another engine: ${state.engine}`);
  const batches = state.chunks.flatMap(({ batch_id: id, invoices }) =>
    id === null ? [] : [{ id, from: { file, invoices } }],
  );
  if (batches.length === 0) throw new InputFault(`${path} contains no batch: submit the file again`);
  return batches;
}
