import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { single } from '../../contracts/answers.ts';
import { refuseFaults } from '../../accept/refuse-shape.ts';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import type { KeyRight } from '../../contracts/codes.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { cursorList } from '../../contracts/v2/cursor-lists.ts';
import {
  SPFE_DEFAULT,
  SpfeDeliveryView,
  SpfeFactsBody,
  SpfeRecipientReportView,
  SpfeResendBody,
  SpfeWithdrawalBody,
} from '../../contracts/v2/spfe.ts';
import { type DeliveryOrder, orderDelivery, takeBackDefault } from '../../spfe/order-delivery.ts';
import { listRecipientReports, readDelivery } from '../../spfe/read-delivery.ts';
import { hasSpfeTransport } from '../../platform/config/spfe-settings.ts';
import { readIdempotencyKey } from '../acceptance.ts';
import { organizationOf, sessionOf } from '../authentication.ts';
import { openBodyReader } from '../bodies/open-body-reader.ts';
import { readCorrection } from '../bodies/read-correction.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { toInstant } from '../queries/batch-filters.ts';
import { BatchInvoiceId, utcTime } from '../queries/parameters.ts';
import { getRegistration } from '../reads/registration.ts';
import { buildCursorAnswer, CursorParameters, type CursorQuery, readCursorRequest } from './cursors.ts';

const BODY_LIMIT = 16 * 1024;
const TAG = ['Electronic invoices'];
const ofInvoice = Type.Object({ id: BatchInvoiceId });
type OfInvoice = { Params: { id: number } };

const keyHeader = Type.Object({
  'Idempotency-Key': Type.String({
    format: 'uuid',
    description:
      'A UUID that you choose for this request. Sending the request again with the same UUID orders nothing else, at any time.',
  }),
});

/** An order about a delivery: the route below the invoice, its documentation, and how its body is read. */
type OrderRoute = {
  readonly path: string;
  readonly right: KeyRight;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TSchema;
  readonly refusals: string;
  readonly read: (bytes: Buffer) => DeliveryOrder;
};

const readWithdrawal = openBodyReader(SpfeWithdrawalBody);
const readFacts = openBodyReader(SpfeFactsBody);
const readDefault = openBodyReader(SPFE_DEFAULT.shape);

const ORDERS: readonly OrderRoute[] = [
  {
    path: 'defaults',
    right: 'payments',
    operationId: 'reportDefault',
    summary: 'Report that an invoice was not paid when it was due',
    description:
      "Records that an issued invoice was not paid when it was due, which AEAT's public solution of electronic invoices is told (DEFAULT; Orden HAC/1028/2026, art. 7.2). It is voluntary. One default at a time stands: take it back with DELETE if it was wrong. A payment that is recorded later does not take it back.",
    body: SPFE_DEFAULT.schema,
    refusals:
      '`validation_failed`: the details say which day is wrong. `not_in_default`: nothing is left to pay, or a default is reported. `wrong_spfe_state`: the duty does not concern the invoice.',
    read: (bytes) => ({ action: 'default', input: readDefault(bytes) }),
  },
  {
    path: 'spfe/withdraw',
    right: 'correct',
    operationId: 'withdrawFromSpfe',
    summary: 'Withdraw an invoice from the SPFE',
    description:
      'Orders that AEAT withdraws a document that it has (CANCELINVOICE), because the operation never existed, or because the original is to go through the SPFE instead of the copy; the original then follows by itself. It never happens without this order, also not when the invoice is annulled. For wrong contents issue a rectifying invoice.',
    body: SpfeWithdrawalBody,
    refusals: '`wrong_spfe_state`: AEAT does not have the document, or it is no copy.',
    read: (bytes) => ({ action: 'withdraw', reason: readWithdrawal(bytes).reason }),
  },
  {
    path: 'spfe/resend',
    right: 'correct',
    operationId: 'resendToSpfe',
    summary: 'Send an invoice to the SPFE again',
    description:
      'Orders another version of the file of the same invoice after AEAT rejected it, or after a conflict; it is written by the present release of the engine. A delivery that is held because its invoice was annulled goes on. If the invoice itself is wrong, issue a rectifying invoice instead.',
    body: SpfeResendBody,
    refusals: '`wrong_spfe_state`: the state of the delivery does not allow it.',
    read: (bytes) => ({ action: 'resend', reason: readCorrection(bytes, 'annul').reason }),
  },
  {
    path: 'spfe/facts',
    right: 'correct',
    operationId: 'stateSpfeFact',
    summary: 'State a fact that decides whether an invoice goes to the SPFE',
    description:
      'States one of the facts in `missing`, which is recorded with the time and never changes. The delivery then is prepared, waits, or does not concern the duty. To spare the question, state it in invoices or in the profile of the recipient.',
    body: SpfeFactsBody,
    refusals: '`wrong_spfe_state`: this fact is not missing.',
    read: (bytes) => {
      const { is_business: isBusiness, establishment_in_spain: hasEstablishment } = readFacts(bytes);
      if ((isBusiness === undefined) === (hasEstablishment === undefined))
        throw new ApiError(
          refuseFaults([{ place: [], code: 'wrong_type', text: formatMessage('spfe_one_fact') }]),
        );
      return isBusiness === undefined
        ? { action: 'facts', fact: 'establishment_in_spain', isSo: hasEstablishment! }
        : { action: 'facts', fact: 'is_business', isSo: isBusiness };
    },
  },
];

const REFUSALS =
  '`not_in_spfe`: nobody decided that the invoices of the issuer are delivered. `missing_idempotency_key`, `invalid_idempotency_key` (not a UUID, or already used with another body), or `unprocessable_content` (the month of the invoice is archived)';

/**
 * Routes of version 2 about AEAT's public solution of electronic invoices (SPFE): orders about
 * deliveries, and what recipients reported.
 */
export const spfeRoutes: FastifyPluginAsync<Dependencies & { readonly withBody: WithBody }> = async (
  app,
  { pool, withBody, now, environment },
) => {
  const hasTransport = hasSpfeTransport(environment);

  /** @throws 404 if the organization has no such invoice, 409 or 422 if it is not issued. */
  async function requireIssued(request: FastifyRequest, invoiceId: number): Promise<void> {
    const found = await getRegistration(pool, organizationOf(request).organizationId, invoiceId);
    if (found === null) throw apiError('unknown_invoice', {});
    if (found.isIssued) return;
    const { processingError: reason } = found;
    throw reason === null ? apiError('invoice_pending', {}) : apiError('invoice_failed', { reason });
  }

  const show = async (request: FastifyRequest, reply: FastifyReply, invoiceId: number) => {
    const { organizationId } = organizationOf(request);
    return {
      data: (await readDelivery(
        pool,
        organizationId,
        invoiceId,
        hasTransport,
        chooseLanguage(request, reply),
      ))!,
    };
  };

  for (const { path, right, operationId, summary, description, body, refusals, read } of ORDERS)
    app.post<OfInvoice>(
      `/invoices/:id/${path}`,
      {
        bodyLimit: BODY_LIMIT,
        // Refuses a wrong key before the body is read.
        onRequest: async (request) => void readIdempotencyKey(request),
        config: { right },
        schema: {
          operationId,
          summary,
          description,
          tags: TAG,
          params: ofInvoice,
          headers: keyHeader,
          body,
          response: {
            202: describeAnswer('The delivery after the order', single(SpfeDeliveryView)),
            ...documentErrors(400, 401, 404, 408, 413, 415, 429, 500, 503),
            409: describeError(
              '`not_issued`: the invoice is still being processed; send the request again after `Retry-After`',
            ),
            422: describeError(`${refusals} ${REFUSALS}`),
          },
        },
      },
      async (request, reply) => {
        const invoiceId = request.params.id;
        const key = readIdempotencyKey(request);
        const order = await withBody(request, async (bytes) => read(bytes));
        await requireIssued(request, invoiceId);
        const context = { ...sessionOf(request), pool, invoiceId, now: now() };
        const { isRepeated } = await orderDelivery(context, order, key);
        if (isRepeated) reply.header('Idempotency-Replayed', 'true');
        reply.code(202);
        return show(request, reply, invoiceId);
      },
    );

  app.delete<OfInvoice>(
    '/invoices/:id/defaults',
    {
      config: { right: 'payments' },
      schema: {
        operationId: 'takeBackDefault',
        summary: 'Take back the default of an invoice',
        description:
          'Takes back the default that was reported of an invoice: AEAT is not told of it, or is told that it was wrong (CANCELDEFAULT). Repeating the request has no further effect.',
        tags: TAG,
        params: ofInvoice,
        response: {
          200: describeAnswer('The delivery after it', single(SpfeDeliveryView)),
          ...documentErrors(400, 401, 404, 415, 429, 500, 503),
          409: describeError('`not_issued`: the invoice is still being processed'),
          422: describeError(
            '`not_in_spfe`: nobody decided that the invoices of the issuer are delivered. `not_issued`: the invoice failed',
          ),
        },
      },
    },
    async (request, reply) => {
      const invoiceId = request.params.id;
      await requireIssued(request, invoiceId);
      await takeBackDefault({ ...sessionOf(request), pool, invoiceId, now: now() });
      return show(request, reply, invoiceId);
    },
  );

  app.get<{ Querystring: CursorQuery & { since?: string } }>(
    '/spfe/recipient_reports',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listSpfeRecipientReports',
        summary: 'List what recipients reported to the SPFE',
        description:
          'Lists payments and rejections that recipients reported to AEAT about your invoices, the last read first. Silence is never a report.',
        tags: TAG,
        querystring: Type.Object({
          ...CursorParameters.properties,
          since: Type.Optional(utcTime('Only reports that the engine first read in this second or later.')),
        }),
        response: {
          200: describeAnswer('A page of reports', cursorList(SpfeRecipientReportView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const { since } = request.query;
      const list = {
        organizationId,
        path: '/spfe/recipient_reports',
        filter: since === undefined ? {} : { since },
      };
      const { limit, before } = readCursorRequest(request.query, list);
      const page = { before, since: toInstant(since), most: limit + 1 };
      const found = await listRecipientReports(pool, organizationId, page);
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1)! : null;
      return buildCursorAnswer(
        { items: shown.map(({ view }) => view), next: last && { at: last.at, id: last.view.id } },
        list,
      );
    },
  );
};
