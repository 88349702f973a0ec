import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { BatchSummaryAnswer, BatchView, single } from '../../contracts/answers.ts';
import { summarizeBatch } from '../reads/invoices/batch-invoices.ts';
import { getBatch } from '../reads/batches.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';
import { BatchId } from '../queries/parameters.ts';

/** Routes of each version that read one batch and its summary. */
export const batchRoutes: FastifyPluginAsync<Dependencies> = async (app, { pool }) => {
  app.get<{ Params: { id: number } }>(
    '/invoice_batches/:id',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getInvoiceBatch',
        summary: 'Get invoice batch',
        description: 'Returns the status of a batch. The list of its invoices has the state of each invoice.',
        tags: ['Invoice batches'],
        params: Type.Object({ id: BatchId }),
        response: {
          200: describeAnswer('The batch', single(BatchView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const batch = await getBatch(pool, organizationOf(request).organizationId, request.params.id);
      if (!batch) throw apiError('unknown_batch', {});
      return { data: batch };
    },
  );

  app.get<{ Params: { id: number } }>(
    '/invoice_batches/:id/summary',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getInvoiceBatchSummary',
        summary: 'Get the summary of an invoice batch',
        description: 'Counts the invoices of the batch that are issued, rendered and registered at AEAT.',
        tags: ['Invoice batches'],
        params: Type.Object({ id: BatchId }),
        response: {
          200: describeAnswer('The counts', BatchSummaryAnswer),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request): Promise<BatchSummaryAnswer> => {
      const { organizationId } = organizationOf(request);
      const summary = await summarizeBatch(pool, organizationId, request.params.id);
      if (!summary) throw apiError('unknown_batch', {});
      const { invoicesCount, processed, failed, rendered, ...verifactu } = summary;
      return {
        data: {
          invoices_count: invoicesCount,
          pending: invoicesCount - processed - failed,
          processed,
          failed,
          rendered,
          verifactu,
        },
      };
    },
  );
};
