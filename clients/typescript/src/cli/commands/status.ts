import type { BatchSummary } from '../../engine.ts';
import type { Command, Option } from '../command.ts';
import { EXIT } from '../faults.ts';
import { drawTable } from '../output.ts';
import { readBatchIds } from './batches-of.ts';

export const BATCHES = 'BATCH… | FILE…';
export const STATE: Readonly<Record<string, Option>> = {
  state: {
    type: 'string',
    value: 'FILE',
    about: 'the state file of the submission (default: FILE.ibe.json)',
  },
};

export const status: Command = {
  summary: 'show the progress of batches',
  operands: BATCHES,
  options: STATE,
  async run(run) {
    const { engine, output, signal } = run;
    const batches: ({ id: number } & BatchSummary)[] = [];
    for (const id of readBatchIds(run)) batches.push({ id, ...(await engine.summary(id, { signal })) });
    const rows = batches.map(({ id, verifactu, ...one }) => [
      id,
      one.invoices_count,
      one.processed,
      one.failed,
      one.rendered,
      verifactu.accepted + verifactu.accepted_with_errors,
      verifactu.rejected,
    ]);
    const head = ['BATCH', 'INVOICES', 'ISSUED', 'FAILED', 'PRINTED', 'ACCEPTED', 'REJECTED'];
    output.result({ batches }, drawTable([head, ...rows]));
    return batches.some(isTroubled) ? EXIT.invoices : EXIT.ok;
  },
};

/** Returns whether an invoice needs attention. */
export function isTroubled({ failed, verifactu }: BatchSummary): boolean {
  return failed > 0 || verifactu.rejected > 0 || verifactu.accepted_with_errors > 0;
}
