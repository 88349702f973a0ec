import type { FastifyPluginAsync } from 'fastify';
import { type Static, Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { BatchInvoiceView, list, RegistrationAnswer, single } from '../../contracts/answers.ts';
import {
  getBatchInvoice,
  type InvoiceSearch,
  MAX_FOUND,
  searchBatchInvoices,
} from '../reads/invoices/batch-invoices.ts';
import { getRegistration } from '../reads/registration.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import {
  BatchInvoiceId,
  describePage,
  exactText,
  type PageQuery,
  Pagination,
} from '../queries/parameters.ts';
import { buildRegistrationAnswer } from '../answers/registration-answer.ts';
import { refuseUnissued } from '../../deliver/refuse-unissued.ts';

const Search = Type.Object({
  external_invoice_id: Type.Optional(exactText('Your own id of the invoice.')),
  issuer_nif: Type.Optional(exactText('NIF of the issuer, together with `invoice_number`.')),
  invoice_number: Type.Optional(exactText('Number of the issued invoice, together with `issuer_nif`.')),
});
type SearchQuery = Static<typeof Search>;

/**
 * Routes that read a batch invoice and its registration at AEAT, and that search batch invoices.
 */
export const batchInvoiceRoutes: FastifyPluginAsync<Dependencies> = async (app, { pool }) => {
  app.get<{ Params: { id: number } }>(
    '/batch_invoices/:id',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getBatchInvoice',
        summary: 'Get one batch invoice',
        description:
          'Returns the invoice with its number, its total and its state at AEAT, or with the reason why it failed.',
        tags: ['Batch invoices'],
        params: Type.Object({ id: BatchInvoiceId }),
        response: {
          200: describeAnswer('The batch invoice', single(BatchInvoiceView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const invoice = await getBatchInvoice(pool, organizationId, request.params.id);
      if (!invoice) throw apiError('unknown_invoice', {});
      return { data: invoice };
    },
  );

  app.get<{ Querystring: PageQuery & SearchQuery }>(
    '/batch_invoices',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'searchBatchInvoices',
        summary: 'Search batch invoices',
        description:
          'Finds invoices in all batches by `external_invoice_id`, or issued invoices by `issuer_nif` and `invoice_number`. Values must match exactly. The newest invoice comes first. ' +
          `At most ${MAX_FOUND.toLocaleString('en')} invoices are found: a \`total_count\` of ${MAX_FOUND.toLocaleString('en')} means that many or more.`,
        tags: ['Batch invoices'],
        querystring: Type.Object({
          ...Pagination.properties,
          ...Search.properties,
        }),
        response: {
          200: describeAnswer('A page of batch invoices', list(BatchInvoiceView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { query } = request;
      const { organizationId } = organizationOf(request);
      const { items, totalCount } = await searchBatchInvoices(pool, organizationId, query, readSearch(query));
      return { data: items, meta: describePage(query, totalCount) };
    },
  );

  app.get<{ Params: { id: number } }>(
    '/batch_invoices/:id/registration',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getRegistration',
        summary: 'Get the VeriFactu registration of an invoice',
        description: "Returns the registration records of the invoice with AEAT's answer to each of them.",
        tags: ['Batch invoices'],
        params: Type.Object({ id: BatchInvoiceId }),
        response: {
          200: describeAnswer('The registration', RegistrationAnswer),
          ...documentErrors(400, 401, 404, 429, 500, 503),
          422: describeError(
            '`unprocessable_content`: the invoice is not issued. It failed (the message contains the reason), or it is still being processed (send the request again after `Retry-After`)',
          ),
        },
      },
    },
    async (request): Promise<RegistrationAnswer> => {
      const { organizationId } = organizationOf(request);
      const found = await getRegistration(pool, organizationId, request.params.id);
      if (!found) throw apiError('unknown_invoice', {});
      if (!found.isIssued) throw refuseUnissued(found.processingError);
      return buildRegistrationAnswer(found);
    },
  );
};

/**
 * Reads the search criteria.
 * @throws 400 unless exactly one kind of search is given.
 */
function readSearch({
  external_invoice_id: externalInvoiceId,
  issuer_nif: issuerNif,
  invoice_number: invoiceNumber,
}: SearchQuery): InvoiceSearch {
  if (externalInvoiceId !== undefined && issuerNif === undefined && invoiceNumber === undefined)
    return { externalInvoiceId };
  if (externalInvoiceId === undefined && issuerNif !== undefined && invoiceNumber !== undefined)
    return { issuerNif, invoiceNumber };
  throw apiError('unclear_search', {});
}
