import path from 'node:path';
import { type DocumentFormat, EngineError } from '../../engine.ts';
import { makeSafeName } from '../../safe-name.ts';
import { type Command, readText, type Run } from '../command.ts';
import { EXTENSIONS } from '../../generated/extensions.ts';
import { EXIT, InputFault } from '../faults.ts';
import { drawTable } from '../output.ts';
import { type ChosenFormat, FORMAT, readFormat } from './choose-format.ts';
import { makeFolder, writeWhole } from './whole-files.ts';

/** The most ids of the caller that the engine looks up at once. */
const MOST_IDS = 1000;

export const document: Command = {
  summary: 'download the electronic invoice of single invoices; without --format, list their formats',
  operands: 'INVOICE…',
  options: {
    ...FORMAT,
    'own-ids': {
      type: 'boolean',
      about: 'name the invoices by your own ids (external_invoice_id) instead of the ids of the engine',
    },
    out: {
      type: 'string',
      value: 'FOLDER',
      about: 'the folder of the files, in which existing ones are replaced (default: the current one)',
    },
  },
  async run(run) {
    const wanted = readFormat(run);
    const invoices = await readInvoices(run);
    return wanted === null ? listFormats(run, invoices) : fetchDocuments(run, invoices, wanted);
  },
};

type NamedInvoice = { readonly id: number; readonly number: string | null };

/**
 * Reads the invoices in the operands.
 * @throws InputFault if there are none, or if an operand is not the id of an issued invoice.
 */
async function readInvoices(run: Run): Promise<NamedInvoice[]> {
  const { operands, options, engine, signal } = run;
  if (operands.length === 0) throw new InputFault('Name the invoices by their ids');
  if (options['own-ids'] === true) return findByOwnIds(run);
  const wrong = operands.find((operand) => !/^[1-9]\d{0,14}$/.test(operand));
  if (wrong !== undefined)
    throw new InputFault(`${wrong} is not the id of an invoice; --own-ids takes your own ids`);
  const invoices = [];
  for (const operand of operands) {
    const { id, invoice_number: number } = await engine.getInvoice(Number(operand), { signal });
    invoices.push({ id, number });
  }
  return invoices;
}

async function findByOwnIds({ operands, engine, signal }: Run): Promise<NamedInvoice[]> {
  const invoices = [];
  for (let from = 0; from < operands.length; from += MOST_IDS)
    for (const found of await engine.lookup(operands.slice(from, from + MOST_IDS), { signal })) {
      const issued = found.invoices.filter((one) => one.processing_status === 'processed');
      if (issued.length === 0)
        throw new InputFault(`No issued invoice has the id ${found.external_invoice_id}`);
      for (const { id, invoice_number: number } of issued) invoices.push({ id, number });
    }
  return invoices;
}

async function listFormats(run: Run, named: readonly NamedInvoice[]): Promise<number> {
  const { engine, output, signal } = run;
  const invoices: (NamedInvoice & { formats: DocumentFormat[] })[] = [];
  for (const one of named)
    invoices.push({ ...one, formats: await engine.documentFormats(one.id, { signal }) });
  const rows = invoices.flatMap(({ id, number, formats }) =>
    formats.map(({ format, reason }) => [
      id,
      number,
      format,
      reason === null ? 'available' : `${reason.rule}: ${reason.message}`,
    ]),
  );
  output.result({ invoices }, drawTable([['INVOICE', 'NUMBER', 'FORMAT', 'STATE'], ...rows]));
  return EXIT.ok;
}

/** Returns the name of a file without its extension, as the API builds it. */
const nameStem = ({ id, number }: NamedInvoice) =>
  (number ?? String(id)).replaceAll(/[^\w.-]+/g, '-').replace(/^[-.]+/, '');

/**
 * Writes the files. An invoice that the format cannot express is reported, and the others are still
 * written.
 */
async function fetchDocuments(
  run: Run,
  named: readonly NamedInvoice[],
  { format, profile }: ChosenFormat,
): Promise<number> {
  const { engine, output, signal } = run;
  const folder = readText(run, 'out') ?? '.';
  const taken = new Set<string>();
  const invoices: (NamedInvoice & { file: string | null })[] = [];
  makeFolder(folder);
  for (const one of named) {
    const name = makeSafeName(`${nameStem(one)}.${EXTENSIONS[format]}`, taken);
    try {
      writeWhole(
        folder,
        name,
        await engine.document(one.id, format, { ...(profile && { profile }), signal }),
      );
      invoices.push({ ...one, file: path.join(folder, name) });
    } catch (error) {
      if (!(error instanceof EngineError) || error.status !== 422) throw error;
      output.note(`invoice ${one.id}: ${error.message}`);
      invoices.push({ ...one, file: null });
    }
  }
  const rows = invoices.map(({ id, number, file }) => [id, number, file]);
  output.result({ invoices }, drawTable([['INVOICE', 'NUMBER', 'FILE'], ...rows]));
  return invoices.some(({ file }) => file === null) ? EXIT.invoices : EXIT.ok;
}
