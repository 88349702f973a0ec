import {
  buildBatchInvoiceId,
  IDS_PER_BATCH,
  readBatchInvoiceId,
} from '../../../domain/invoice/batch-invoice-id.ts';
import type { BatchInvoiceView } from '../../../contracts/answers.ts';
import type { VERIFACTU_STATES } from '../../../contracts/codes.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import { readAsOrganization } from '../../../platform/postgres/scoped-query.ts';
import * as sql from './invoices.sql.ts';
import { type Page, toPage } from '../page.ts';

/**
 * Maximum number of batch invoices that a search returns, the newest. A total of this number means
 * this many or more.
 */
export const MAX_FOUND = 10_000;

/**
 * Returns a page of a batch's invoices in the order of the request, or null if the organization has
 * no such batch.
 */
export async function listBatchInvoices(
  connection: Connection,
  organizationId: number,
  batchId: number,
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
): Promise<Page<BatchInvoiceView> | null> {
  const first = (page - 1) * perPage;
  const length = Math.max(0, Math.min(perPage, IDS_PER_BATCH - first));
  const ids = Array.from({ length }, (_, index) => buildBatchInvoiceId(batchId, first + index));
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.listBatchInvoices(organizationId, batchId, ids),
  );
  return rows.length === 0 ? null : toPage<BatchInvoiceView>(rows);
}

/** Returns every id that an invoice of a batch can have. */
export function listIds(batchId: number): number[] {
  return Array.from({ length: IDS_PER_BATCH }, (_, index) => buildBatchInvoiceId(batchId, index));
}

/** Criteria for the invoices of a batch; null matches any value. */
export type BatchInvoiceFilter = {
  readonly processingStatus: string | null;
  readonly verifactuState: string | null;
  readonly externalInvoiceId: string | null;
};

/**
 * Returns a page of the invoices of a batch that match a filter, in the order of the request, or
 * null if the organization has no such batch.
 */
export async function filterBatchInvoices(
  connection: Connection,
  organizationId: number,
  batchId: number,
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
  { processingStatus, verifactuState, externalInvoiceId }: BatchInvoiceFilter,
): Promise<Page<BatchInvoiceView> | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.filterBatchInvoices(
      organizationId,
      batchId,
      listIds(batchId),
      processingStatus,
      verifactuState,
      externalInvoiceId,
      page,
      perPage,
    ),
  );
  return rows.length === 0 ? null : toPage<BatchInvoiceView>(rows);
}

/** Progress of a batch, in numbers of invoices. */
export type BatchSummary = {
  readonly invoicesCount: number;
  readonly processed: number;
  readonly failed: number;
  /**
   * Issued invoices that have a PDF or whose PDF is rendered on request. The latter count too,
   * because clients wait for this number before they request PDFs.
   */
  readonly rendered: number;
} & Readonly<Record<(typeof VERIFACTU_STATES)[number], number>>;

/** Returns the progress of a batch, or null if the organization has no such batch. */
export async function summarizeBatch(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<BatchSummary | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.summarizeBatch(organizationId, batchId, listIds(batchId)),
  );
  const { invoicesCount, ...counts } = rows[0]!;
  return invoicesCount === null ? null : { invoicesCount, ...counts };
}

/** Search criteria: the client's own id, or the issuer and number of an issued invoice. */
export type InvoiceSearch =
  | { readonly externalInvoiceId: string; readonly issuerNif?: never; readonly invoiceNumber?: never }
  | { readonly externalInvoiceId?: never; readonly issuerNif: string; readonly invoiceNumber: string };

/**
 * Returns a page of an organization's batch invoices that match the search, newest first. Only the
 * newest `MAX_FOUND` are found.
 */
export async function searchBatchInvoices(
  connection: Connection,
  organizationId: number,
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
  search: InvoiceSearch,
): Promise<Page<BatchInvoiceView>> {
  const { externalInvoiceId = null, issuerNif = null, invoiceNumber = null } = search;
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.searchBatchInvoices(organizationId, externalInvoiceId, issuerNif, invoiceNumber, page, perPage),
  );
  return toPage<BatchInvoiceView>(rows);
}

/** Returns a batch invoice, or null if the organization has none with this id. */
export async function getBatchInvoice(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<BatchInvoiceView | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.getBatchInvoice(organizationId, readBatchInvoiceId(id).batchId, id),
  );
  return rows.length === 0 ? null : (toPage<BatchInvoiceView>(rows).items[0] ?? null);
}
