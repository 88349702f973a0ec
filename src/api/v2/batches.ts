import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { BatchView, wordOf } from '../../contracts/answers.ts';
import { BATCH_STATUSES, PROCESSING_STATUSES, VERIFACTU_STATES } from '../../contracts/codes.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import { cursorList } from '../../contracts/v2/cursor-lists.ts';
import { InvoiceView } from '../../contracts/v2/invoice-answers.ts';
import { getBatch, listBatchesBefore } from '../reads/batches.ts';
import { BEGINNING } from '../reads/cursor-page.ts';
import { listInvoicesOfBatch } from '../reads/invoices/list-invoices.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';
import { readChoice, readExactText, readInstant } from '../filters.ts';
import { BatchId, type Query, readId } from '../ids-and-pages.ts';
import { buildCursorAnswer, CursorParameters, type CursorQuery, readCursorRequest } from './cursors.ts';

/** Routes of version 2 that list batches and the invoices of a batch. */
export const batchListRoutes: FastifyPluginAsync<Dependencies> = async (app, { pool }) => {
  app.get<{
    Querystring: CursorQuery & Query<'status' | 'external_batch_id' | 'received_from' | 'received_to'>;
  }>(
    '/invoice_batches',
    {
      schema: {
        operationId: 'listInvoiceBatches',
        summary: 'List invoice batches',
        description: 'Lists the batches, newest first. A page takes the same time at any depth.',
        tags: ['Invoice batches'],
        querystring: Type.Object({
          ...CursorParameters.properties,
          status: Type.Optional(wordOf(BATCH_STATUSES, { description: 'Only batches with this status.' })),
          external_batch_id: Type.Optional(
            Type.String({
              maxLength: MAX_LENGTHS.external_batch_id,
              description: 'Only batches with exactly this label.',
            }),
          ),
          received_from: Type.Optional(
            Type.String({
              format: 'date-time',
              description: 'Only batches received in this second or later.',
            }),
          ),
          received_to: Type.Optional(
            Type.String({
              format: 'date-time',
              description: 'Only batches received in this second or earlier.',
            }),
          ),
        }),
        response: {
          200: describeAnswer('A page of batches', cursorList(BatchView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const { query } = request;
      const filter = {
        status: readChoice('status', query.status, BATCH_STATUSES),
        externalBatchId: readExactText('external_batch_id', query.external_batch_id),
        receivedFrom: readInstant('received_from', query.received_from),
        receivedTo: readInstant('received_to', query.received_to),
      };
      const list = { organizationId, path: '/invoice_batches', filter };
      const page = await listBatchesBefore(pool, organizationId, readCursorRequest(query, list), filter);
      return buildCursorAnswer(page, list);
    },
  );

  app.get<{
    Params: { id: string };
    Querystring: CursorQuery & Query<'processing_status' | 'verifactu_state' | 'external_invoice_id'>;
  }>(
    '/invoice_batches/:id/invoices',
    {
      schema: {
        operationId: 'listInvoicesOfBatch',
        summary: 'List invoices of a batch',
        description: 'Lists the invoices of a batch in the order of the request.',
        tags: ['Invoices'],
        params: Type.Object({ id: BatchId }),
        querystring: Type.Object({
          ...CursorParameters.properties,
          processing_status: Type.Optional(
            wordOf(PROCESSING_STATUSES, { description: 'Only invoices with this status.' }),
          ),
          verifactu_state: Type.Optional(
            wordOf(VERIFACTU_STATES, { description: 'Only invoices in this state.' }),
          ),
          external_invoice_id: Type.Optional(
            Type.String({
              maxLength: MAX_LENGTHS.external_invoice_id,
              description: 'Only invoices with exactly this id.',
            }),
          ),
        }),
        response: {
          200: describeAnswer('A page of invoices', cursorList(InvoiceView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const { query } = request;
      const batchId = readId(request.params.id);
      const filter = {
        processingStatus: readChoice('processing_status', query.processing_status, PROCESSING_STATUSES),
        verifactuState: readChoice('verifactu_state', query.verifactu_state, VERIFACTU_STATES),
        externalInvoiceId: readExactText('external_invoice_id', query.external_invoice_id),
      };
      const list = { organizationId, path: `/invoice_batches/${batchId}/invoices`, filter };
      const { limit, before } = readCursorRequest(query, list);
      if ((await getBatch(pool, organizationId, batchId)) === null) throw apiError('unknown_batch', {});
      const after = before === BEGINNING ? null : before.id;
      const page = await listInvoicesOfBatch(pool, organizationId, batchId, filter, { limit, after });
      return buildCursorAnswer(page, list);
    },
  );
};
