import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { BatchInvoiceView, single } from '../../contracts/answers.ts';
import { getBatchInvoice } from '../../persistence/read/batch-invoices.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation.ts';
import { readId } from '../ids-and-pages.ts';

/** GET /batch_invoices/{id} */
export const batchInvoiceRoutes: FastifyPluginAsync<Dependencies> = async (app, { pool }) => {
  app.get<{ Params: { id: string } }>(
    '/batch_invoices/:id',
    {
      schema: {
        operationId: 'getBatchInvoice',
        summary: 'Get one batch invoice',
        tags: ['Batch invoices'],
        params: Type.Object({ id: Type.Integer() }),
        response: {
          200: describeAnswer('The batch invoice', single(BatchInvoiceView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const invoice = await getBatchInvoice(pool, organizationId, readId(request.params.id));
      if (!invoice) throw app.httpErrors.notFound('Batch invoice not found');
      return { data: invoice };
    },
  );
};
