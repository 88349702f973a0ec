import path from 'node:path';
import { type Command, readText } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { drawTable } from '../output.ts';
import { readBatchIds } from './batches-of.ts';
import { FORMAT, readFormat } from './choose-format.ts';
import { FETCHING, fetchBatch } from './fetch-batch.ts';
import { BATCHES, STATE } from './status.ts';

export const documents: Command = {
  summary:
    'download the electronic invoices of batches in one format, each batch into its own folder; repeated, only missing files',
  operands: `${BATCHES} --format FORMAT`,
  options: {
    ...STATE,
    ...FORMAT,
    out: {
      type: 'string',
      value: 'FOLDER',
      about: 'the parent folder, another one for each format (default: the format, with its profile)',
    },
    ...FETCHING,
  },
  async run(run) {
    const { engine, output, signal } = run;
    const wanted = readFormat(run);
    if (wanted === null) throw new InputFault('Give the format of the electronic invoices: --format ubl');
    const { format } = wanted;
    const out = readText(run, 'out') ?? Object.values(wanted).join('-');
    const until = format === 'hybrid' ? 'printed' : 'issued';
    const open = (id: number) => engine.documents(id, format, { ...wanted, signal });
    const told = [];
    for (const id of readBatchIds(run)) {
      const folder = path.join(out, String(id));
      const { written, kept, issued } = await fetchBatch(run, id, folder, { until, open });
      const missing = issued === null ? 0 : issued - written - kept;
      told.push({ id, folder, written, kept, missing });
      output.note(`batch ${id}: ${written} electronic invoices written, ${kept} already existed`);
      if (missing > 0)
        output.note(
          `batch ${id}: ${missing} issued invoices have no ${format}; "document INVOICE --format ${format}" states the reason`,
        );
    }
    const rows = told.map(({ id, folder, written, kept, missing }) => [id, folder, written, kept, missing]);
    const head = ['BATCH', 'FOLDER', 'WRITTEN', 'KEPT', 'MISSING'];
    output.result({ batches: told }, drawTable([head, ...rows]));
    return told.some(({ written, kept }) => written + kept === 0) ? EXIT.invoices : EXIT.ok;
  },
};
