import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { BatchInvoiceView, BatchView, list, wordOf } from '../../contracts/answers.ts';
import { BATCH_STATUSES, PROCESSING_STATUSES, VERIFACTU_STATES } from '../../contracts/codes.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import { filterBatchInvoices, listBatchInvoices } from '../reads/invoices/batch-invoices.ts';
import { filterBatches, listBatches } from '../reads/batches.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';
import { readChoice, readExactText, readInstant } from '../filters.ts';
import {
  BatchId,
  describePage,
  type PageQuery,
  Pagination,
  type Query,
  readId,
  readPage,
} from '../ids-and-pages.ts';

/** Routes of version 1 that list batches and the invoices of a batch. */
export const batchReadRoutes: FastifyPluginAsync<Dependencies> = async (app, { pool }) => {
  app.get<{
    Querystring: PageQuery & Query<'status' | 'external_batch_id' | 'received_from' | 'received_to'>;
  }>(
    '/invoice_batches',
    {
      schema: {
        operationId: 'listInvoiceBatches',
        summary: 'List invoice batches',
        description: 'Lists the batches, newest first. A page past the last one is an empty list.',
        tags: ['Invoice batches'],
        querystring: Type.Object({
          ...Pagination.properties,
          status: Type.Optional(
            wordOf(BATCH_STATUSES, { description: 'Extension. Only batches with this status.' }),
          ),
          external_batch_id: Type.Optional(
            Type.String({
              maxLength: MAX_LENGTHS.external_batch_id,
              description: 'Extension. Only batches with exactly this label.',
            }),
          ),
          received_from: Type.Optional(
            Type.String({
              format: 'date-time',
              description: 'Extension. Only batches received in this second or later.',
            }),
          ),
          received_to: Type.Optional(
            Type.String({
              format: 'date-time',
              description: 'Extension. Only batches received in this second or earlier.',
            }),
          ),
        }),
        response: {
          200: describeAnswer('A page of batches', list(BatchView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const page = readPage(request.query);
      const { query } = request;
      const filter = {
        status: readChoice('status', query.status, BATCH_STATUSES),
        externalBatchId: readExactText('external_batch_id', query.external_batch_id),
        receivedFrom: readInstant('received_from', query.received_from),
        receivedTo: readInstant('received_to', query.received_to),
      };
      const { organizationId } = organizationOf(request);
      const isFiltered = Object.values(filter).some((value) => value !== null);
      const { items, totalCount } = isFiltered
        ? await filterBatches(pool, organizationId, page, filter)
        : await listBatches(pool, organizationId, page);
      return { data: items, meta: describePage(page, totalCount) };
    },
  );

  app.get<{
    Params: { invoice_batch_id: string };
    Querystring: PageQuery & Query<'processing_status' | 'verifactu_state' | 'external_invoice_id'>;
  }>(
    '/invoice_batches/:invoice_batch_id/batch_invoices',
    {
      schema: {
        operationId: 'listBatchInvoices',
        summary: 'List invoices of a batch',
        description:
          'Lists the invoices of a batch in the order of the request. A page past the last one is an empty list.',
        tags: ['Batch invoices'],
        params: Type.Object({ invoice_batch_id: BatchId }),
        querystring: Type.Object({
          ...Pagination.properties,
          processing_status: Type.Optional(
            wordOf(PROCESSING_STATUSES, { description: 'Extension. Only invoices with this status.' }),
          ),
          verifactu_state: Type.Optional(
            wordOf(VERIFACTU_STATES, { description: 'Extension. Only invoices in this state.' }),
          ),
          external_invoice_id: Type.Optional(
            Type.String({
              maxLength: MAX_LENGTHS.external_invoice_id,
              description: 'Extension. Only invoices with exactly this id.',
            }),
          ),
        }),
        response: {
          200: describeAnswer('A page of batch invoices', list(BatchInvoiceView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const page = readPage(request.query);
      const { organizationId } = organizationOf(request);
      const batchId = readId(request.params.invoice_batch_id);
      const { query } = request;
      const filter = {
        processingStatus: readChoice('processing_status', query.processing_status, PROCESSING_STATUSES),
        verifactuState: readChoice('verifactu_state', query.verifactu_state, VERIFACTU_STATES),
        externalInvoiceId: readExactText('external_invoice_id', query.external_invoice_id),
      };
      const isFiltered = Object.values(filter).some((value) => value !== null);
      const found = isFiltered
        ? await filterBatchInvoices(pool, organizationId, batchId, page, filter)
        : await listBatchInvoices(pool, organizationId, batchId, page);
      if (!found) throw apiError('unknown_batch', {});
      return { data: found.items, meta: describePage(page, found.totalCount) };
    },
  );
};
