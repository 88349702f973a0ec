import type { Connection } from '../connection/database.ts';
import { readAs } from '../connection/scoped-query.ts';
import { MonthAwayError } from '../months/months-away.ts';
import { statementsBeside } from '../connection/statement.ts';

const loadStatement = statementsBeside(import.meta.url);

const LIST_BATCH_PDFS = loadStatement('list-batch-pdfs');
const READ_PDFS = loadStatement('read-pdfs');

/** The PDF of an issued invoice, without its bytes. */
export type StoredPdf = {
  /** Of the issued invoice, and of its batch invoice. */
  readonly id: number;
  /** What the client calls it; null where it gave none, or where it was erased. */
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string;
  readonly sha256: Buffer;
  readonly pages: number;
  /** Null where it is in a print. */
  readonly bytes: number | null;
  /** The print that it is in; null where it has bytes of its own. */
  readonly printId: number | null;
};

export type BatchPdfs = {
  /** When the last invoice was issued or failed, in milliseconds since 1970; null while it is not. */
  readonly endedAt: number | null;
  /** Whether nothing is printed before somebody asks. */
  readonly printsOnDemand: boolean;
  /** How many invoices are issued. */
  readonly issued: number;
  /** In the order of the request. */
  readonly pdfs: readonly StoredPdf[];
  /** Issued invoices without one. */
  readonly missing: readonly number[];
};

/**
 * Which PDFs of a batch there are; null when the organization has no such batch.
 * @throws MonthAwayError where they left with their month.
 */
export async function listBatchPdfs(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<BatchPdfs | null> {
  type Row = Pick<BatchPdfs, 'endedAt' | 'printsOnDemand'> & {
    readonly [K in keyof StoredPdf]: StoredPdf[K] | null;
  } & { readonly monthAway: string | null };
  const { rows } = await readAs<Row>(connection, organizationId, {
    ...LIST_BATCH_PDFS,
    values: [organizationId, batchId],
  });
  const [first] = rows;
  if (first === undefined) return null;
  const away = rows.find(({ id, monthAway }) => id !== null && monthAway !== null);
  if (away !== undefined) throw new MonthAwayError(away.monthAway!);
  return {
    endedAt: first.endedAt,
    printsOnDemand: first.printsOnDemand,
    issued: rows.filter(({ id }) => id !== null).length,
    missing: rows.flatMap(({ id, sha256 }) => (id !== null && sha256 === null ? [id] : [])),
    pdfs: rows.flatMap(({ id, externalInvoiceId, invoiceNumber, sha256, pages, bytes, printId }) =>
      sha256 === null
        ? []
        : [
            {
              id: id!,
              externalInvoiceId,
              invoiceNumber: invoiceNumber!,
              sha256,
              pages: pages!,
              bytes,
              printId,
            },
          ],
    ),
  };
}

/** The bytes of some PDFs that have their own, as `listBatchPdfs` told, in that order. */
export async function readPdfs(
  connection: Connection,
  organizationId: number,
  pdfs: readonly Pick<StoredPdf, 'id' | 'sha256'>[],
): Promise<Buffer[]> {
  const { rows } = await readAs<{ id: number; content: Buffer }>(connection, organizationId, {
    ...READ_PDFS,
    values: [organizationId, pdfs.map(({ id }) => id), pdfs.map(({ sha256 }) => sha256)],
  });
  const found = new Map(rows.map(({ id, content }) => [id, content]));
  return pdfs.map(({ id }) => {
    const content = found.get(id);
    if (content === undefined) throw new Error(`issued invoice ${id} has no such PDF any more`);
    return content;
  });
}
