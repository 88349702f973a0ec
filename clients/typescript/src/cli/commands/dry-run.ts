import { EngineError } from '../../engine.ts';
import { type FileInvoice, splitInvoices, writeBody } from '../batches/chunk.ts';
import type { Run } from '../command.ts';
import { listRefused, listRemarks, type Remark } from '../remarks.ts';

const LIMITS = { invoices: 1000, bytes: 16 * 1024 * 1024 };

/**
 * Validates invoices of a file with the engine, which stores nothing. Those whose form the engine
 * refuses do not keep it from validating the others.
 */
export async function dryRun(
  { engine, signal }: Pick<Run, 'engine' | 'signal'>,
  file: string,
  invoices: readonly FileInvoice[],
): Promise<{
  readonly valid: number;
  readonly errors: readonly Remark[];
  readonly warnings: readonly Remark[];
}> {
  let errors: readonly Remark[] = [];
  let warnings: readonly Remark[] = [];
  let valid = 0;
  let before = 0;
  for (const chunk of splitInvoices(invoices, LIMITS)) {
    let left = chunk.map((invoice, index) => ({ invoice, index: before + index }));
    before += chunk.length;
    while (left.length > 0) {
      const sent = left.map(({ invoice }) => invoice);
      const indexes = left.map(({ index }) => index);
      try {
        const told = await engine.validate(writeBody({ label: null, invoices: sent }), { signal });
        valid += told.valid_invoices_count;
        errors = [...errors, ...listRemarks(file, sent, told.errors, indexes)];
        warnings = [...warnings, ...listRemarks(file, sent, told.warnings, indexes)];
        break;
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        const refused = listRefused(file, sent, error, indexes);
        if (refused.length === 0) throw error;
        errors = [...errors, ...refused];
        const wrong = new Set(refused.map(({ index }) => index));
        left = left.filter(({ index }) => !wrong.has(index));
      }
    }
  }
  return { valid, errors, warnings };
}
