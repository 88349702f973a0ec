import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { BatchInvoiceView, BatchView, list } from '../../contracts/answers.ts';
import { filterBatchInvoices, listBatchInvoices } from '../reads/invoices/batch-invoices.ts';
import { filterBatches, listBatches } from '../reads/batches.ts';
import { organizationOf } from '../authentication.ts';
import {
  type BatchFilterQuery,
  type BatchInvoiceFilterQuery,
  describeBatchFilters,
  describeBatchInvoiceFilters,
  readBatchFilter,
  readBatchInvoiceFilter,
} from '../queries/batch-filters.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';
import { BatchId, describePage, type PageQuery, Pagination } from '../queries/parameters.ts';

/** Routes of version 1 that list batches and the invoices of a batch. */
export const batchReadRoutes: FastifyPluginAsync<Dependencies> = async (app, { pool }) => {
  app.get<{ Querystring: PageQuery & BatchFilterQuery }>(
    '/invoice_batches',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listInvoiceBatches',
        summary: 'List invoice batches',
        description: 'Lists the batches, newest first. A page past the last one is an empty list.',
        tags: ['Invoice batches'],
        querystring: Type.Object({
          ...Pagination.properties,
          ...describeBatchFilters('Extension. '),
        }),
        response: {
          200: describeAnswer('A page of batches', list(BatchView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { query: page } = request;
      const filter = readBatchFilter(page);
      const { organizationId } = organizationOf(request);
      const isFiltered = Object.values(filter).some((value) => value !== null);
      const { items, totalCount } = isFiltered
        ? await filterBatches(pool, organizationId, page, filter)
        : await listBatches(pool, organizationId, page);
      return { data: items, meta: describePage(page, totalCount) };
    },
  );

  app.get<{
    Params: { invoice_batch_id: number };
    Querystring: PageQuery & BatchInvoiceFilterQuery;
  }>(
    '/invoice_batches/:invoice_batch_id/batch_invoices',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listBatchInvoices',
        summary: 'List invoices of a batch',
        description:
          'Lists the invoices of a batch in the order of the request. A page past the last one is an empty list.',
        tags: ['Batch invoices'],
        params: Type.Object({ invoice_batch_id: BatchId }),
        querystring: Type.Object({
          ...Pagination.properties,
          ...describeBatchInvoiceFilters('Extension. '),
        }),
        response: {
          200: describeAnswer('A page of batch invoices', list(BatchInvoiceView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { query: page } = request;
      const { organizationId } = organizationOf(request);
      const batchId = request.params.invoice_batch_id;
      const filter = readBatchInvoiceFilter(page);
      const isFiltered = Object.values(filter).some((value) => value !== null);
      const found = isFiltered
        ? await filterBatchInvoices(pool, organizationId, batchId, page, filter)
        : await listBatchInvoices(pool, organizationId, batchId, page);
      if (!found) throw apiError('unknown_batch', {});
      return { data: found.items, meta: describePage(page, found.totalCount) };
    },
  );
};
