import path from 'node:path';
import { type Command, readText } from '../command.ts';
import { EXIT } from '../faults.ts';
import { drawTable } from '../output.ts';
import { readBatchIds } from './batches-of.ts';
import { FETCHING, fetchBatch } from './fetch-batch.ts';
import { BATCHES, STATE } from './status.ts';

export const pdf: Command = {
  summary: 'download the PDFs of batches, each batch into its own folder; repeated, only missing files',
  operands: BATCHES,
  options: {
    ...STATE,
    out: { type: 'string', value: 'FOLDER', about: 'the parent folder (default: pdfs)' },
    partial: { type: 'boolean', about: 'download the available PDFs without waiting for the others' },
    ...FETCHING,
  },
  async run(run) {
    const { engine, options, output, signal } = run;
    const partial = options['partial'] === true;
    const open = (id: number) => engine.pdfs(id, { partial, signal });
    const told = [];
    for (const id of readBatchIds(run)) {
      const folder = path.join(readText(run, 'out') ?? 'pdfs', String(id));
      const { written, kept } = await fetchBatch(run, id, folder, { until: 'printed', partial, open });
      told.push({ id, folder, written, kept });
      output.note(`batch ${id}: ${written} PDFs written, ${kept} already existed`);
    }
    const rows = told.map(({ id, folder, written, kept }) => [id, folder, written, kept]);
    output.result({ batches: told }, drawTable([['BATCH', 'FOLDER', 'WRITTEN', 'KEPT'], ...rows]));
    return told.some(({ written, kept }) => written + kept === 0) ? EXIT.invoices : EXIT.ok;
  },
};
