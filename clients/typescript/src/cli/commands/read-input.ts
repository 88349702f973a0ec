import type { Engine } from '../../engine.ts';
import { type Option, readText, type Run } from '../command.ts';
import { type FileInput, FORMATS, readFile } from '../input/read-file.ts';
import { readOperationDate } from '../input/settle-dates.ts';
import { SHOP_NAMES } from '../shops/read-shop.ts';
import type { Issued } from '../shops/shop-order.ts';

/** The options for reading files. */
export const READING: Readonly<Record<string, Option>> = {
  map: { type: 'string', value: 'FILE', about: 'a JSON file that maps the columns of a table to members' },
  preset: {
    type: 'string',
    value: 'NAME',
    about: `the shop system that exported a table: ${SHOP_NAMES.join(', ')}`,
  },
  as: {
    type: 'string',
    value: 'FORMAT',
    about: `the format of the files: ${FORMATS.join(', ')} (default: by the ending of the name; json for standard input)`,
  },
  encoding: { type: 'string', value: 'NAME', about: 'the encoding of the files (default: utf-8)' },
  'operation-date': {
    type: 'string',
    value: 'MEANING',
    about:
      'what operation_date is in invoices without issue_date: issue (as in version 1 of the API) or operation',
  },
};

export type { FileInput };

/**
 * Reads a file with the options of a command.
 * @param without the keys of invoices that are left out.
 * @throws InputFault
 */
export function readInput(run: Run, file: string, without?: ReadonlySet<number>): Promise<FileInput> {
  return readFile(file, {
    without,
    map: readText(run, 'map'),
    preset: readText(run, 'preset'),
    encoding: readText(run, 'encoding'),
    format: readText(run, 'as'),
    operationDate: readOperationDate(readText(run, 'operation-date')),
    findIssued: (externalIds) => findIssued(run, externalIds),
  });
}

/** The most ids of one lookup. */
const MAX_IDS = 1000;

/**
 * Finds the invoices of the engine that did not fail by their external ids. If there are several,
 * the newest one counts.
 */
export async function findIssued(
  { engine, signal }: { readonly engine: Engine; readonly signal: AbortSignal },
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, Issued>> {
  const issued = new Map<string, Issued>();
  for (let from = 0; from < externalIds.length; from += MAX_IDS) {
    const found = await engine.lookup(externalIds.slice(from, from + MAX_IDS), { signal });
    for (const { external_invoice_id: id, invoices } of found) {
      const invoice = invoices.find((one) => one.processing_status !== 'failed');
      if (invoice !== undefined)
        issued.set(id, {
          number: invoice.invoice_number,
          issueDate: invoice.issue_date,
          total: invoice.total_after_taxes,
        });
    }
  }
  return issued;
}
