import type { Connection } from '../../platform/postgres/database.ts';
import { readAsTenant } from '../../platform/postgres/scoped-query.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import * as sql from './reads.sql.ts';

/** The PDF of an issued invoice, without its bytes. */
export type StoredPdf = {
  /** Of the issued invoice, and of its batch invoice. */
  readonly id: number;
  /** What the client calls it; null where it gave none, or where it was erased. */
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string;
  readonly sha256: Buffer;
  readonly pages: number;
  /** The render batch that it is in. */
  readonly renderBatchId: number;
};

export type BatchPdfs = {
  /** When the last invoice was issued or failed, in milliseconds since 1970; null while it is not. */
  readonly endedAt: number | null;
  /** Whether nothing is printed before somebody asks. */
  readonly pdfsOnDemand: boolean;
  /** How many invoices are issued. */
  readonly issued: number;
  /** In the order of the request. */
  readonly pdfs: readonly StoredPdf[];
  /** Issued invoices without one. */
  readonly missing: readonly number[];
};

/**
 * Which PDFs of a batch there are; null when the organization has no such batch.
 * @throws MonthArchivedError where they left with their month.
 */
export async function listBatchPdfs(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<BatchPdfs | null> {
  const { rows } = await readAsTenant(connection, organizationId, sql.listBatchPdfs(organizationId, batchId));
  const [first] = rows;
  if (first === undefined) return null;
  const away = rows.find(({ id, monthArchived }) => id !== null && monthArchived !== null);
  if (away !== undefined) throw new MonthArchivedError(away.monthArchived!);
  return {
    endedAt: first.endedAt,
    pdfsOnDemand: first.pdfsOnDemand,
    issued: rows.filter(({ id }) => id !== null).length,
    missing: rows.flatMap(({ id, sha256 }) => (id !== null && sha256 === null ? [id] : [])),
    pdfs: rows.flatMap(({ id, externalInvoiceId, invoiceNumber, sha256, pages, renderBatchId }) =>
      sha256 === null
        ? []
        : [
            {
              id: id!,
              externalInvoiceId,
              invoiceNumber: invoiceNumber!,
              sha256,
              pages: pages!,
              renderBatchId: renderBatchId!,
            },
          ],
    ),
  };
}
