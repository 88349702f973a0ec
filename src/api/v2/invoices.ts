import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { single } from '../../contracts/answers.ts';
import { cursorList } from '../../contracts/v2/cursor-lists.ts';
import {
  InvoiceView,
  type LookupAnswer,
  LookupAnswer as LookupAnswerSchema,
  LookupBody,
  MAX_LOOKED_UP,
  MAX_PER_ID,
  WholeInvoice,
} from '../../contracts/v2/invoice-answers.ts';
import { chooseIndex } from '../reads/invoices/choose-index.ts';
import { listInvoices, lookUpInvoices } from '../reads/invoices/list-invoices.ts';
import { writeErrors } from '../reads/invoices/spanish-errors.ts';
import { organizationOf } from '../authentication.ts';
import { PERMITS } from '../../platform/admission/limits.ts';
import { createSemaphore } from '../../platform/admission/semaphore.ts';
import { mapYielding } from '../../platform/process/map-yielding.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { BatchInvoiceId } from '../queries/parameters.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import {
  describeSelectable,
  type FieldsQuery,
  FieldsParameter,
  PARTIAL_TYPE,
  partialOf,
  readFields,
} from '../queries/fields.ts';
import { createInvoiceCompleter } from '../reads/invoices/complete-invoices.ts';
import { buildCursorAnswer, CursorParameters, type CursorQuery, readCursorRequest } from './cursors.ts';
import { InvoiceFilters, type InvoiceFilterQuery, readInvoiceFilter } from './invoice-filters.ts';
import { openBodyReader } from '../bodies/open-body-reader.ts';
import { chooseDeliveries } from '../../spfe/choose-deliveries.ts';
import { hasSpfeTransport } from '../../platform/config/spfe-settings.ts';
import { createInvoiceReader } from './read-whole-invoice.ts';

/** Room for a thousand ids of 255 characters, each with four bytes. */
const LOOKUP_LIMIT = 2 * 1024 * 1024;

/** Routes of version 2 that read invoices in all batches. */
export const invoiceRoutes: FastifyPluginAsync<Dependencies & { readonly withBody: WithBody }> = async (
  app,
  { pool, withBody, writer, environment, now },
) => {
  const hasTransport = hasSpfeTransport(environment);
  const completeInvoices = createInvoiceCompleter(pool, writer, hasTransport);
  app.get<{ Querystring: CursorQuery & InvoiceFilterQuery & FieldsQuery }>(
    '/invoices',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listInvoices',
        summary: 'List invoices',
        description:
          'Lists the invoices of all batches that match all given filters. Each combination of filters is answered by one index, which also determines the order. The last answer of AEAT comes first with `verifactu_state` `rejected` or `accepted_with_errors`, the last issued invoice with `remission`, the newest invoice with `sii_state` other than `accepted`, with `spfe_overdue`, and with `spfe_state` other than `admitted`, the last issue date with `issuer_nif` and issue dates, and the last change with `updated_since`; otherwise the last issue date with `issuer_nif` alone, and the newest invoice with any other filter. ' +
          'The other filters, such as `invoice_type`, `annulled`, `register` and the bounds of the total, are checked on about 1000 invoices for each page, so a page can be short or empty although `has_more` is true: continue with `next_cursor`. ' +
          '`number_serie`, `issue_date_from` and `issue_date_to` need `issuer_nif`, unless `external_invoice_id`, `recipient_document` or `metadata` is given; other combinations are refused.',
        tags: ['Invoices'],
        querystring: Type.Object({
          ...CursorParameters.properties,
          ...InvoiceFilters.properties,
          ...FieldsParameter.properties,
        }),
        response: {
          200: describeSelectable(
            'A page of invoices',
            cursorList(InvoiceView),
            cursorList(partialOf(InvoiceView)),
          ),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const filter = readInvoiceFilter(request.query);
      const selection = readFields(request.query, InvoiceView);
      const index = chooseIndex(filter);
      if (index === null) throw apiError('unanswered_filters', {});
      const list = { organizationId, path: '/invoices', filter };
      const page = await listInvoices(
        pool,
        organizationId,
        index,
        filter,
        chooseDeliveries(filter, { hasTransport, now: now() }),
        readCursorRequest(request.query, list),
      );
      const language = chooseLanguage(request, reply);
      const items = await completeInvoices(organizationId, page.items, language, selection);
      if (selection !== null) reply.type(`${PARTIAL_TYPE}; charset=utf-8`);
      return buildCursorAnswer({ ...page, items }, list);
    },
  );

  const readWholeInvoice = createInvoiceReader({ pool, writer, environment });
  app.get<{ Params: { id: number }; Querystring: FieldsQuery }>(
    '/invoices/:id',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getInvoice',
        summary: 'Get one invoice',
        description:
          'Returns the whole invoice: its states, the invoice as you sent it, the document as it was issued with lines, tax groups and totals, its registration at AEAT, its PDF, its warnings, and the invoices that it rectifies or that rectify it.',
        tags: ['Invoices'],
        params: Type.Object({ id: BatchInvoiceId }),
        querystring: FieldsParameter,
        response: {
          200: describeSelectable('The invoice', single(WholeInvoice), single(partialOf(WholeInvoice))),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const language = chooseLanguage(request, reply);
      const selection = readFields(request.query, WholeInvoice);
      // What follows has its own semaphores.
      releasePermit(request);
      const answer = await readWholeInvoice(organizationId, request.params.id, language, selection);
      if (answer === null) throw apiError('unknown_invoice', {});
      const type = selection === null ? 'application/json' : PARTIAL_TYPE;
      return reply.type(`${type}; charset=utf-8`).send(answer);
    },
  );

  const readLookup = openBodyReader(LookupBody);
  const withPermit = createSemaphore(PERMITS.lookUps);
  app.post(
    '/invoices/lookup',
    {
      bodyLimit: LOOKUP_LIMIT,
      config: { right: 'read' },
      schema: {
        operationId: 'lookUpInvoices',
        summary: 'Look up invoices by your own ids',
        description: `Returns the states of the invoices with up to ${MAX_LOOKED_UP} of your own ids in one answer. The request counts as one read for the rate limit.`,
        tags: ['Invoices'],
        body: LookupBody,
        response: {
          200: describeAnswer('The invoices of each id', LookupAnswerSchema),
          ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          422: describeError('`validation_failed`: the body is not a list of 1 to 1000 ids'),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const { external_invoice_ids: ids } = await withBody(request, async (bytes) => readLookup(bytes));
      // What follows has its own semaphore.
      releasePermit(request);
      const language = chooseLanguage(request, reply);
      const texts = await withPermit(organizationId, async () => {
        const found = await lookUpInvoices(pool, organizationId, ids.map(toStorable));
        const writeError = await writeErrors(pool, organizationId, found.flat(), language);
        // The answer can have four megabytes, which would take long to write at once.
        return mapYielding(ids, (id, index) => {
          const answered: LookupAnswer['data'][number] = {
            external_invoice_id: id,
            invoices: found[index]!.slice(0, MAX_PER_ID).map(writeError),
            has_more: found[index]!.length > MAX_PER_ID,
          };
          return JSON.stringify(answered);
        });
      });
      return reply.type('application/json; charset=utf-8').send(Buffer.from(`{"data":[${texts.join(',')}]}`));
    },
  );
};

/** Returns null for an id that PostgreSQL cannot store, which no invoice has. */
function toStorable(id: string): string | null {
  return id.isWellFormed() && !id.includes('\0') ? id : null;
}
