import type { Command } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { drawRemarks, type Remark, remarksOf } from '../remarks.ts';
import { dryRun } from './dry-run.ts';
import { leaveOutIssued } from './leave-out-issued.ts';
import { READING, readInput } from './read-input.ts';

export const validate: Command = {
  summary: 'validate files of invoices with the engine, which stores nothing',
  operands: 'FILE…',
  options: READING,
  async run(run) {
    const { operands, output } = run;
    if (operands.length === 0)
      throw new InputFault('Name the files with the invoices, or - for standard input');
    let errors: readonly Remark[] = [];
    let warnings: readonly Remark[] = [];
    let count = 0;
    let valid = 0;
    for (const file of operands) {
      const input = await readInput(run, file);
      input.notes.forEach(output.note);
      const { left, changed } = input.isExport
        ? await leaveOutIssued(run, file, input.invoices)
        : { left: input.invoices, changed: [] };
      const judged = await dryRun(run, file, left);
      const wrong = new Set([...input.faults.map(({ first }) => first), ...changed.map(({ row }) => row)]);
      count += left.length + wrong.size;
      valid += judged.valid;
      errors = [...errors, ...remarksOf(file, input.faults), ...changed, ...judged.errors];
      warnings = [...warnings, ...remarksOf(file, input.warnings), ...judged.warnings];
    }
    const told =
      warnings.length === 0 ? '' : `; ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`;
    output.result({ invoices_count: count, valid_invoices_count: valid, errors, warnings }, [
      ...drawRemarks('ERROR', errors),
      ...drawRemarks('WARNING', warnings),
      `${valid} of ${count} invoices are valid${told}`,
    ]);
    return valid === count ? EXIT.ok : EXIT.invoices;
  },
};
