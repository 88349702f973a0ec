import { buildBatchInvoiceId, IDS_PER_BATCH, readBatchInvoiceId } from '../../contracts/batch-invoice-id.ts';
import type { BatchInvoiceView } from '../../contracts/answers.ts';
import { VERIFACTU_STATES } from '../../contracts/codes.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readAsTenant } from '../../platform/postgres/scoped-query.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import { statementsBeside } from '../../platform/postgres/statement.ts';
import { type Page, type PageRow, toPage } from './page.ts';

const loadStatement = statementsBeside(import.meta.url);

/** So many batch invoices a search finds, the newest. A total of this many means this many or more. */
export const MAX_FOUND = 10_000;

const LIST_BATCH_INVOICES = loadStatement('list-batch-invoices');
/** A page of one. Of a list PostgreSQL expects ten, and would plan anew for each that has one. $3 its id */
const GET_BATCH_INVOICE = {
  name: 'get-batch-invoice',
  text: LIST_BATCH_INVOICES.text.replace('= any ($3::bigint[])', '= $3::bigint'),
};
/** Those of a list that a filter lets through. $4 processing status · $5 VeriFactu state · $6 external id · $7 page · $8 per page */
const FILTER_BATCH_INVOICES = {
  name: 'filter-batch-invoices',
  text: `with listed as materialized (
  ${LIST_BATCH_INVOICES.text}
), found as (
  select * from listed
  where id is not null and ($4::text is null or processing_status = $4) and ($5::text is null or verifactu_state = $5)
    and ($6::text is null or external_invoice_id = $6)
), page as (
  select * from found order by id limit $8 offset ($7::bigint - 1) * $8
)
select (select count(*) from found)::float8 as "totalCount", page.id, external_invoice_id, invoice_number, total_after_taxes,
       processing_status, processing_error, issued_invoice_id, verifactu_state
from (select from listed limit 1) one left join page on true
order by page.id`,
};
/**
 * A page of the newest of an organization's batch invoices that are so called, newest first: of more than `MAX_FOUND` those are found. Nobody can make it take longer by having more. One row with null id
 * when the page is empty.
 * $1 organization · $2 external id, or $3 issuer's NIF and $4 invoice number of an issued invoice · $5 page · $6 per page
 */
const SEARCH_BATCH_INVOICES = {
  name: 'search-batch-invoices',
  text: `with found as materialized (
  (select id from batch_invoices where organization_id = $1 and external_invoice_id = $2 order by id desc limit ${MAX_FOUND})
  union all
  (select id from issued_invoices
   where organization_id = $1 and issuer_nif = $3 and number_key = upper($4 collate "C") and invoice_number = $4
   order by id desc limit ${MAX_FOUND})
), page as (
  select id from found order by id desc limit $6 offset ($5::bigint - 1) * $6
)
select (select count(*) from found)::float8 as "totalCount", item.id, external_invoice_id, invoice_number, total_after_taxes,
       processing_status, processing_error, issued_invoice_id, verifactu_state
from (select) one
left join (page cross join lateral (
  ${LIST_BATCH_INVOICES.text.replaceAll('$2', `(page.id / ${IDS_PER_BATCH})`).replaceAll('$3::bigint[]', 'array[page.id]')}
) item) on true
order by item.id desc`,
};
/** Ids are listed as float8, by which no index finds a PDF. */
const SUMMARIZE_BATCH = {
  name: 'summarize-batch',
  text: `with listed as materialized (
  ${LIST_BATCH_INVOICES.text}
)
select max("totalCount")::float8 as "invoicesCount",
       count(*) filter (where processing_status = 'processed')::float8 as processed,
       count(*) filter (where processing_status = 'failed')::float8 as failed,
       count(*) filter (where case when (select b.pdfs_on_demand from batches b where b.id = $2) then listed.issued_invoice_id is not null
         else exists (select from pdfs p where p.issued_invoice_id = listed.issued_invoice_id::bigint) end)::float8 as rendered,
       ${VERIFACTU_STATES.map((state) => `count(*) filter (where verifactu_state = '${state}')::float8 as ${state}`).join(', ')}
from listed`,
};
const GET_PDF = loadStatement('get-pdf');

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
  const { rows } = await readAsTenant<PageRow<BatchInvoiceView>>(connection, organizationId, {
    ...LIST_BATCH_INVOICES,
    values: [organizationId, batchId, ids],
  });
  return rows.length === 0 ? null : toPage<BatchInvoiceView>(rows);
}

/** Every id that an invoice of a batch can have. */
function listIds(batchId: number): number[] {
  return Array.from({ length: IDS_PER_BATCH }, (_, index) => buildBatchInvoiceId(batchId, index));
}

/** Which invoices of a batch are asked for; null is any. */
export type InvoiceFilter = {
  readonly processingStatus: string | null;
  readonly verifactuState: string | null;
  readonly externalInvoiceId: string | null;
};

/** A page of those of a batch's invoices that a filter lets through, in the order of the request; null when the organization has no such batch. */
export async function filterBatchInvoices(
  connection: Connection,
  organizationId: number,
  batchId: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
  { processingStatus, verifactuState, externalInvoiceId }: InvoiceFilter,
): Promise<Page<BatchInvoiceView> | null> {
  const filter = [processingStatus, verifactuState, externalInvoiceId];
  const { rows } = await readAsTenant<PageRow<BatchInvoiceView>>(connection, organizationId, {
    ...FILTER_BATCH_INVOICES,
    values: [organizationId, batchId, listIds(batchId), ...filter, page, perPage],
  });
  return rows.length === 0 ? null : toPage<BatchInvoiceView>(rows);
}

/** How far a batch is. */
export type BatchSummary = {
  readonly invoicesCount: number;
  readonly processed: number;
  readonly failed: number;
  /** Issued invoices that have a PDF, or have it made when somebody asks: clients wait for it before they do. */
  readonly rendered: number;
} & Readonly<Record<(typeof VERIFACTU_STATES)[number], number>>;

/** Counts a batch's invoices; null when the organization has no such batch. */
export async function summarizeBatch(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<BatchSummary | null> {
  const { rows } = await readAsTenant<Omit<BatchSummary, 'invoicesCount'> & { invoicesCount: number | null }>(
    connection,
    organizationId,
    { ...SUMMARIZE_BATCH, values: [organizationId, batchId, listIds(batchId)] },
  );
  const { invoicesCount, ...counts } = rows[0]!;
  return invoicesCount === null ? null : { invoicesCount, ...counts };
}

/** What is searched for: the client's own id, or what is printed on an issued invoice. */
export type InvoiceSearch =
  | { readonly externalInvoiceId: string }
  | { readonly issuerNif: string; readonly invoiceNumber: string };

/** A page of the batch invoices of an organization that are so called, newest first; of more than `MAX_FOUND` the newest. */
export async function searchBatchInvoices(
  connection: Connection,
  organizationId: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
  search: InvoiceSearch,
): Promise<Page<BatchInvoiceView>> {
  const values =
    'externalInvoiceId' in search
      ? [search.externalInvoiceId, null, null]
      : [null, search.issuerNif, search.invoiceNumber];
  const { rows } = await readAsTenant<PageRow<BatchInvoiceView>>(connection, organizationId, {
    ...SEARCH_BATCH_INVOICES,
    values: [organizationId, ...values, page, perPage],
  });
  return toPage<BatchInvoiceView>(rows);
}

/** One batch invoice, or null when the organization has none with this id. */
export async function getBatchInvoice(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<BatchInvoiceView | null> {
  const { rows } = await readAsTenant<PageRow<BatchInvoiceView>>(connection, organizationId, {
    ...GET_BATCH_INVOICE,
    values: [organizationId, readBatchInvoiceId(id).batchId, id],
  });
  return rows.length === 0 ? null : (toPage<BatchInvoiceView>(rows).items[0] ?? null);
}

export type PdfState = {
  readonly batchId: number;
  readonly position: number;
  readonly processingError: string | null;
  readonly isIssued: boolean;
  readonly invoiceNumber: string | null;
  /** Of what the PDF is made of: the same one, the same bytes. Null until it is rendered. */
  readonly sha256: Buffer | null;
  /** The render batch that it is in; null until it is rendered. */
  readonly renderBatchId: number | null;
};

/**
 * How far the PDF of a batch invoice is; null when the organization has no batch invoice with this id.
 * @throws MonthArchivedError where it left with its month.
 */
export async function getPdf(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<PdfState | null> {
  const { rows } = await readAsTenant<PdfState & { monthArchived: string | null }>(
    connection,
    organizationId,
    {
      ...GET_PDF,
      values: [organizationId, id],
    },
  );
  const [state] = rows;
  if (state === undefined) return null;
  if (state.isIssued && state.monthArchived !== null) throw new MonthArchivedError(state.monthArchived);
  return state;
}
