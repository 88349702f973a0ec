import { buildBatchInvoiceId, IDS_PER_BATCH, readBatchInvoiceId } from '../../contracts/batch-invoice-id.ts';
import type { BatchInvoiceView } from '../../contracts/answers.ts';
import type { Connection } from '../connection/database.ts';
import { queryAs } from '../connection/scoped-query.ts';
import { statementsBeside } from '../connection/statement.ts';
import { type Page, type PageRow, toPage } from './page.ts';

const loadStatement = statementsBeside(import.meta.url);

const LIST_BATCH_INVOICES = loadStatement('list-batch-invoices');
const GET_PDF = loadStatement('get-pdf');
const READ_PDF = loadStatement('read-pdf');

/** A page of a batch's invoices in the order of the request, or null when the organization has no such batch. */
export async function listBatchInvoices(
  connection: Connection,
  organizationId: number,
  batchId: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<Page<BatchInvoiceView> | null> {
  const first = (page - 1) * perPage;
  const length = Math.max(0, Math.min(perPage, IDS_PER_BATCH - first));
  const ids = Array.from({ length }, (_, index) => buildBatchInvoiceId(batchId, first + index));
  const { rows } = await queryAs<PageRow<BatchInvoiceView>>(connection, organizationId, {
    ...LIST_BATCH_INVOICES,
    values: [organizationId, batchId, ids],
  });
  return rows.length === 0 ? null : toPage<BatchInvoiceView>(rows);
}

/** One batch invoice, or null when the organization has none with this id. */
export async function getBatchInvoice(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<BatchInvoiceView | null> {
  // A page of one.
  const { rows } = await queryAs<PageRow<BatchInvoiceView>>(connection, organizationId, {
    ...LIST_BATCH_INVOICES,
    values: [organizationId, readBatchInvoiceId(id).batchId, [id]],
  });
  return rows.length === 0 ? null : (toPage<BatchInvoiceView>(rows).items[0] ?? null);
}

export type PdfState = {
  readonly batchId: number;
  readonly position: number;
  readonly processingError: string | null;
  readonly isIssued: boolean;
  readonly invoiceNumber: string | null;
  /** Null until the PDF is rendered. */
  readonly sha256: Buffer | null;
  /** Null until the PDF is rendered. */
  readonly bytes: number | null;
};

/** How far the PDF of a batch invoice is; null when the organization has no batch invoice with this id. */
export async function getPdf(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<PdfState | null> {
  const { rows } = await queryAs<PdfState>(connection, organizationId, {
    ...GET_PDF,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}

export type Piece = {
  /** Bytes before it. */
  readonly from: number;
  readonly bytes: number;
};

/** A piece of a PDF that `getPdf` told of. */
export async function readPdfPiece(
  connection: Connection,
  organizationId: number,
  id: number,
  sha256: Buffer,
  { from, bytes }: Piece,
): Promise<Buffer> {
  const { rows } = await queryAs<{ content: Buffer }>(connection, organizationId, {
    ...READ_PDF,
    values: [organizationId, id, sha256, from, bytes],
  });
  if (!rows[0]) throw new Error(`issued invoice ${id} has no such PDF`);
  return rows[0].content;
}
