import type { FastifyPluginAsync } from 'fastify';
import { type Static, Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { BatchView } from '../../contracts/answers.ts';
import { cursorList } from '../../contracts/v2/cursor-lists.ts';
import { InvoiceView } from '../../contracts/v2/invoice-answers.ts';
import { getBatch, listBatchesBefore } from '../reads/batches.ts';
import { BEGINNING } from '../reads/cursor-page.ts';
import { listInvoicesOfBatch } from '../reads/invoices/list-invoices.ts';
import { organizationOf } from '../authentication.ts';
import { chooseLanguage } from '../choose-language.ts';
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
import {
  describeSelectable,
  type FieldsQuery,
  FieldsParameter,
  PARTIAL_TYPE,
  partialOf,
  readFields,
} from '../queries/fields.ts';
import { BatchId } from '../queries/parameters.ts';
import { createInvoiceCompleter } from '../reads/invoices/complete-invoices.ts';
import { chooseDeliveries } from '../../spfe/choose-deliveries.ts';
import { hasSpfeTransport } from '../../platform/config/spfe-settings.ts';
import { readRegisterFilter, RegisterFilters } from './invoice-filters.ts';
import { buildCursorAnswer, CursorParameters, type CursorQuery, readCursorRequest } from './cursors.ts';

/** Routes of version 2 that list batches and the invoices of a batch. */
export const batchListRoutes: FastifyPluginAsync<Dependencies> = async (
  app,
  { pool, writer, environment, now },
) => {
  app.get<{ Querystring: CursorQuery & BatchFilterQuery }>(
    '/invoice_batches',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listInvoiceBatches',
        summary: 'List invoice batches',
        description: 'Lists the batches, newest first. A page takes the same time at any depth.',
        tags: ['Invoice batches'],
        querystring: Type.Object({
          ...CursorParameters.properties,
          ...describeBatchFilters(),
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
      const filter = readBatchFilter(query);
      const list = { organizationId, path: '/invoice_batches', filter };
      const page = await listBatchesBefore(pool, organizationId, readCursorRequest(query, list), filter);
      return buildCursorAnswer(page, list);
    },
  );

  const hasTransport = hasSpfeTransport(environment);
  const completeInvoices = createInvoiceCompleter(pool, writer, hasTransport);
  app.get<{
    Params: { id: number };
    Querystring: CursorQuery & BatchInvoiceFilterQuery & Static<typeof RegisterFilters> & FieldsQuery;
  }>(
    '/invoice_batches/:id/invoices',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listInvoicesOfBatch',
        summary: 'List invoices of a batch',
        description: 'Lists the invoices of a batch in the order of the request.',
        tags: ['Invoices'],
        params: Type.Object({ id: BatchId }),
        querystring: Type.Object({
          ...CursorParameters.properties,
          ...describeBatchInvoiceFilters(),
          ...RegisterFilters.properties,
          ...FieldsParameter.properties,
        }),
        response: {
          200: describeSelectable(
            'A page of invoices',
            cursorList(InvoiceView),
            cursorList(partialOf(InvoiceView)),
          ),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const { query } = request;
      const batchId = request.params.id;
      const filter = { ...readBatchInvoiceFilter(query), ...readRegisterFilter(query) };
      const deliveries = chooseDeliveries(filter, { hasTransport, now: now() });
      const list = { organizationId, path: `/invoice_batches/${batchId}/invoices`, filter };
      const selection = readFields(query, InvoiceView);
      const { limit, before } = readCursorRequest(query, list);
      if ((await getBatch(pool, organizationId, batchId)) === null) throw apiError('unknown_batch', {});
      const after = before === BEGINNING ? null : before.id;
      const page = await listInvoicesOfBatch(pool, organizationId, batchId, filter, deliveries, {
        limit,
        after,
      });
      const language = chooseLanguage(request, reply);
      const items = await completeInvoices(organizationId, page.items, language, selection);
      if (selection !== null) reply.type(`${PARTIAL_TYPE}; charset=utf-8`);
      return buildCursorAnswer({ ...page, items }, list);
    },
  );
};
