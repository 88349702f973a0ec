import type { Finding, Warning } from '../../engine.ts';
import { splitInvoices, writeBody } from '../batches/chunk.ts';
import { type Command, readText } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { readFile } from '../input/read-file.ts';
import { drawTable } from '../output.ts';
import { READING } from './reading-options.ts';

const LIMITS = { invoices: 1000, bytes: 16 * 1024 * 1024 };

export const validate: Command = {
  summary: 'validate files of invoices with the engine, which stores nothing',
  operands: 'FILE…',
  options: READING,
  async run(run) {
    const { operands, engine, output, signal } = run;
    if (operands.length === 0) throw new InputFault('Name the files with the invoices');
    const findings: (Finding & { file: string })[] = [];
    const warnings: (Warning & { file: string })[] = [];
    let count = 0;
    let valid = 0;
    for (const file of operands) {
      const { invoices } = readFile(file, { map: readText(run, 'map'), encoding: readText(run, 'encoding') });
      let before = 0;
      for (const chunk of splitInvoices(invoices, LIMITS)) {
        const body = writeBody({ label: null, invoices: chunk });
        const told = await engine.validate(body, { signal });
        count += told.invoices_count;
        valid += told.valid_invoices_count;
        for (const finding of told.findings)
          findings.push({ file, ...finding, index: finding.index + before });
        for (const warning of told.warnings)
          warnings.push({ file, ...warning, index: warning.index + before });
        before += chunk.length;
      }
    }
    const told =
      warnings.length === 0 ? '' : `; ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`;
    output.result({ invoices_count: count, valid_invoices_count: valid, findings, warnings }, [
      ...drawRemarks('CODE', findings),
      ...drawRemarks('WARNING', warnings),
      `${valid} of ${count} invoices are valid${told}`,
    ]);
    return valid === count ? EXIT.ok : EXIT.invoices;
  },
};

function drawRemarks(head: string, remarks: readonly ((Finding | Warning) & { file: string })[]): string[] {
  if (remarks.length === 0) return [];
  const rows = remarks.map((one) => [
    one.file,
    one.index,
    one.external_invoice_id,
    one.field,
    one.code,
    one.message,
  ]);
  return drawTable([['FILE', 'INDEX', 'EXTERNAL ID', 'FIELD', head, 'MESSAGE'], ...rows]);
}
