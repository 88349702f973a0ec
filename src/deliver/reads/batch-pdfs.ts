import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import * as sql from './files.sql.ts';

/** The PDF of an issued invoice, without its bytes. */
export type StoredPdf = {
  /** Id of the issued invoice, which is also the id of its batch invoice. */
  readonly id: number;
  /** The client's id of the invoice; null if the client gave none or if it was erased. */
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string;
  readonly sha256: Buffer;
  readonly pages: number;
  /** Render batch that contains the PDF. */
  readonly renderBatchId: number;
};

export type BatchPdfs = {
  /**
   * Time at which the last invoice was issued or failed, in milliseconds since 1970; null while
   * invoices are pending.
   */
  readonly endedAt: number | null;
  /** Whether PDFs are rendered only on request. */
  readonly pdfsOnDemand: boolean;
  /** Number of issued invoices. */
  readonly issued: number;
  /** PDFs in the order of the request. */
  readonly pdfs: readonly StoredPdf[];
  /** Ids of the issued invoices without a PDF. */
  readonly missing: readonly number[];
};

/**
 * Lists the PDFs of a batch. Returns null if the organization has no such batch.
 * @throws MonthArchivedError if PDFs were archived with their month.
 */
export async function listBatchPdfs(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<BatchPdfs | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.listBatchPdfs(organizationId, batchId),
  );
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
