import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { BatchInvoiceView, BatchView, list, single } from '../../contracts/answers.ts';
import { listBatchInvoices } from '../../persistence/read/batch-invoices.ts';
import { getBatch, listBatches } from '../../persistence/read/batches.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation.ts';
import { describePage, type PageQuery, readId, readPage } from '../ids-and-pages.ts';

const Pagination = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
});

/** Reading batches and the invoices of a batch. */
export const batchReadRoutes: FastifyPluginAsync<Dependencies> = async (app, { pool }) => {
  app.get<{ Querystring: PageQuery }>(
    '/invoice_batches',
    {
      schema: {
        operationId: 'listInvoiceBatches',
        summary: 'List invoice batches',
        description: 'Newest first. A page past the end is an empty list.',
        tags: ['Invoice batches'],
        querystring: Pagination,
        response: {
          200: describeAnswer('A page of batches', list(BatchView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const page = readPage(app, request.query);
      const { items, totalCount } = await listBatches(pool, organizationOf(request).organizationId, page);
      return { data: items, meta: describePage(page, totalCount) };
    },
  );

  app.get<{ Params: { id: string } }>(
    '/invoice_batches/:id',
    {
      schema: {
        operationId: 'getInvoiceBatch',
        summary: 'Get invoice batch',
        tags: ['Invoice batches'],
        params: Type.Object({ id: Type.Integer() }),
        response: {
          200: describeAnswer('The batch', single(BatchView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const batch = await getBatch(pool, organizationOf(request).organizationId, readId(request.params.id));
      if (!batch) throw app.httpErrors.notFound('Invoice batch not found');
      return { data: batch };
    },
  );

  app.get<{ Params: { invoice_batch_id: string }; Querystring: PageQuery }>(
    '/invoice_batches/:invoice_batch_id/batch_invoices',
    {
      schema: {
        operationId: 'listBatchInvoices',
        summary: 'List invoices of a batch',
        description: 'In the order of the request. A page past the end is an empty list.',
        tags: ['Batch invoices'],
        params: Type.Object({ invoice_batch_id: Type.Integer({ minimum: 1 }) }),
        querystring: Pagination,
        response: {
          200: describeAnswer('A page of batch invoices', list(BatchInvoiceView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const page = readPage(app, request.query);
      const { organizationId } = organizationOf(request);
      const found = await listBatchInvoices(
        pool,
        organizationId,
        readId(request.params.invoice_batch_id),
        page,
      );
      if (!found) throw app.httpErrors.notFound('Invoice batch not found');
      return { data: found.items, meta: describePage(page, found.totalCount) };
    },
  );
};
