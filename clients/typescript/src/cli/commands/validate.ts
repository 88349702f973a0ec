import { EngineError } from '../../engine.ts';
import { splitInvoices, writeBody } from '../batches/chunk.ts';
import type { Command } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { drawRemarks, listRefused, listRemarks, type Remark } from '../remarks.ts';
import { leaveOutIssued } from './leave-out-issued.ts';
import { READING, readInput } from './read-input.ts';

const LIMITS = { invoices: 1000, bytes: 16 * 1024 * 1024 };

export const validate: Command = {
  summary: 'validate files of invoices with the engine, which stores nothing',
  operands: 'FILE…',
  options: READING,
  async run(run) {
    const { operands, engine, output, signal } = run;
    if (operands.length === 0)
      throw new InputFault('Name the files with the invoices, or - for standard input');
    let errors: readonly Remark[] = [];
    let warnings: readonly Remark[] = [];
    let count = 0;
    let valid = 0;
    for (const file of operands) {
      const { invoices: all, notes, isExport } = await readInput(run, file);
      notes.forEach(output.note);
      const invoices = isExport ? await leaveOutIssued(run, file, all) : all;
      let before = 0;
      for (const chunk of splitInvoices(invoices, LIMITS)) {
        const body = writeBody({ label: null, invoices: chunk });
        try {
          const told = await engine.validate(body, { signal });
          count += told.invoices_count;
          valid += told.valid_invoices_count;
          errors = [...errors, ...listRemarks(file, chunk, told.errors, before)];
          warnings = [...warnings, ...listRemarks(file, chunk, told.warnings, before)];
        } catch (error) {
          if (error instanceof EngineError)
            drawRemarks('ERROR', listRefused(file, chunk, error, before)).forEach(output.note);
          throw error;
        }
        before += chunk.length;
      }
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
