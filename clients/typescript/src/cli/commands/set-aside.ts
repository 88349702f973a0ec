import path from 'node:path';
import { keyOf } from '../input/read-file.ts';
import type { Run } from '../command.ts';
import { drawRemarks, type Remark, remarksOf } from '../remarks.ts';
import { dryRun } from './dry-run.ts';
import { leaveOutIssued } from './leave-out-issued.ts';
import { type FileInput, readInput } from './read-input.ts';
import { writeWhole } from './whole-files.ts';

/**
 * Returns the invoices of a file without those that the file or a dry run shows to be wrong, and
 * writes the rows of those to another file.
 * @param known the fingerprints of the invoices that were sent before, which are not judged again.
 */
export async function setAside(
  run: Run,
  file: string,
  input: FileInput,
  { into, known }: { readonly into: string; readonly known: ReadonlySet<string> },
): Promise<{ readonly input: FileInput; readonly refused: readonly Remark[] }> {
  const fresh = input.invoices.filter(({ fingerprint }) => !known.has(fingerprint));
  const { left, changed } = input.isExport
    ? // What is left out is told when it is submitted.
      await leaveOutIssued({ ...run, output: { ...run.output, note: () => {} } }, file, fresh)
    : { left: fresh, changed: [] };
  const { errors } = await dryRun(run, file, left);
  const keys = new Set([
    ...input.faults.map(({ first }) => first),
    ...changed.flatMap(({ row }) => row ?? []),
    ...errors.map(({ index }) => keyOf(left[index!]!)),
  ]);
  let refused = [...remarksOf(file, input.faults), ...changed, ...errors];
  if (keys.size === 0) return { input, refused };
  let rest = await readInput(run, file, keys);
  // A credit note cannot be issued without its invoice.
  while (rest.faults.length > 0) {
    for (const { first } of rest.faults) keys.add(first);
    refused = [...refused, ...remarksOf(file, rest.faults)];
    rest = await readInput(run, file, keys);
  }
  writeWhole(path.dirname(into), path.basename(into), input.pick(keys));
  drawRemarks('ERROR', refused).forEach(run.output.note);
  run.output.note(`${file}: ${keys.size} refused; ${into} has them to correct and submit`);
  return { input: rest, refused };
}
