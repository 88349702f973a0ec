import type { EngineError, InvoiceErrors, InvoiceWarnings } from '../engine.ts';
import type { FileInvoice, RowRange } from './batches/chunk.ts';
import type { RowFault } from './input/row-faults.ts';
import { drawTable } from './output.ts';

/** An error or a warning about an invoice of a file. */
export type Remark = {
  readonly file: string;
  /** The row of the file, from 1; null in a JSON file. */
  readonly row: number | null;
  /** The position of the invoice in the file, from 0; null if no invoice could be read. */
  readonly index: number | null;
  readonly external_invoice_id: string | null;
  /** A JSON pointer (RFC 6901) to the member of the invoice. */
  readonly path: string;
  readonly code: string;
  readonly aeat_code: number | null;
  readonly message: string;
  /** The address of the entry in the engine's reference of codes. */
  readonly help: string;
};

/**
 * Finds the row of a member: that of its line, or the first row of the invoice.
 * @param path a JSON pointer that begins at the invoice.
 */
export function findRow(place: RowRange | null, path: string): number | null {
  if (place === null) return null;
  const [, , index] = path.startsWith('/lines/') ? path.split('/') : [];
  return place.lineRows[Number(index)] ?? place.row;
}

/** Returns what is wrong in a table as remarks. */
export function remarksOf(file: string, faults: readonly RowFault[]): Remark[] {
  return faults.map(({ row, code, place, externalId, message }) => ({
    file,
    row,
    index: null,
    external_invoice_id: externalId,
    path: '',
    code,
    aeat_code: null,
    message: place === null ? message : `${place}: ${message}`,
    help: HELP,
  }));
}

/** Where faults of tables are explained. */
const HELP = 'docs/clients.md#files';

/**
 * Lists the errors or warnings of an answer.
 * @param invoices those of the request.
 * @param indexes their positions in the file.
 */
export function listRemarks(
  file: string,
  invoices: readonly FileInvoice[],
  told: readonly (InvoiceErrors | InvoiceWarnings)[],
  indexes: readonly number[] = [...invoices.keys()],
): Remark[] {
  return told.flatMap(({ index, external_invoice_id, details }) =>
    details.map((detail) => ({
      file,
      row: findRow(invoices[index]?.place ?? null, detail.path),
      index: indexes[index] ?? index,
      external_invoice_id,
      ...detail,
    })),
  );
}

const IN_BATCH = /^\/invoice_batch\/invoices\/(\d{1,6})(\/.{0,500})?$/;

/** Lists the members because of which a whole request was refused. */
export function listRefused(
  file: string,
  invoices: readonly FileInvoice[],
  { details }: EngineError,
  indexes: readonly number[] = [...invoices.keys()],
): Remark[] {
  return details.flatMap((detail) => {
    const [, position, path = ''] = IN_BATCH.exec(detail.path) ?? [];
    if (position === undefined) return [];
    const invoice = invoices[Number(position)];
    return {
      file,
      row: findRow(invoice?.place ?? null, path),
      index: indexes[Number(position)] ?? Number(position),
      external_invoice_id: invoice?.externalId ?? null,
      ...detail,
      path,
    };
  });
}

/** Draws remarks as a table. @param kind the name of the column of codes. */
export function drawRemarks(kind: 'ERROR' | 'WARNING', remarks: readonly Remark[]): string[] {
  if (remarks.length === 0) return [];
  const rows = remarks.map((one) => [
    one.file,
    one.row === null ? `invoices[${one.index}]` : `row ${one.row}`,
    one.external_invoice_id,
    one.path,
    one.code,
    one.message,
  ]);
  return drawTable([['FILE', 'PLACE', 'EXTERNAL ID', 'MEMBER', kind, 'MESSAGE'], ...rows]);
}
