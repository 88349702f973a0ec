import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { refuseFindings } from '../../accept/refuse-findings.ts';
import { ApiError, type ApiRefusal, apiError } from '../../contracts/api-error.ts';
import { single } from '../../contracts/answers.ts';
import { MAX_PAYMENTS_OF_INVOICE, MAX_RECORDED_PAYMENTS } from '../../contracts/limits.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { MessageLanguage } from '../../contracts/messages/texts.ts';
import { cursorList } from '../../contracts/v2/cursor-lists.ts';
import {
  PaymentsAnswer,
  PaymentView,
  RECORDED_PAYMENT,
  RECORDED_PAYMENTS,
} from '../../contracts/v2/payments.ts';
import { readOnePayment, readPayments, type SentPayments } from '../../payments/read-request.ts';
import { type PaymentRefusal, recordPayments } from '../../payments/record-payments.ts';
import { reversePayment } from '../../payments/reverse-payment.ts';
import { listPayments, listPaymentsOfInvoice, type StoredPayment } from '../../payments/stored-payments.ts';
import { PERMITS } from '../../platform/admission/limits.ts';
import { createSemaphore } from '../../platform/admission/semaphore.ts';
import { readIdempotencyKey } from '../acceptance.ts';
import { describeMembers } from '../answers/describe-members.ts';
import { organizationOf, sessionOf } from '../authentication.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import { BatchInvoiceId, day } from '../queries/parameters.ts';
import { getRegistration } from '../reads/registration.ts';
import { buildCursorAnswer, CursorParameters, type CursorQuery, readCursorRequest } from './cursors.ts';

const BODY_LIMIT = 16 * 1024;
/** Room for a thousand payments of 500 bytes. */
const LARGE_BODY_LIMIT = 512 * 1024;

const TAG = ['Payments'];
const ofInvoice = Type.Object({ id: BatchInvoiceId });
const PaymentId = Type.Integer({ minimum: 1, description: 'The `id` of the payment.' });

const keyHeader = Type.Object({
  'Idempotency-Key': Type.String({
    format: 'uuid',
    description:
      'A UUID that you choose for this request. Sending the request again with the same UUID returns the payments that it recorded instead of recording others, at any time.',
  }),
});
const replayed =
  '`Idempotency-Replayed: true` says that an earlier request with the same key recorded some of it.';

/** Routes of version 2 that record, list and cancel payments of issued invoices. */
export const paymentRoutes: FastifyPluginAsync<Dependencies & { readonly withBody: WithBody }> = async (
  app,
  { pool, withBody, now },
) => {
  const withPermit = createSemaphore(PERMITS.payments);
  const record = async (request: FastifyRequest, read: (bytes: Buffer) => SentPayments) => {
    const idempotencyKey = readIdempotencyKey(request);
    const sent = await withBody(request, async (bytes) => read(bytes));
    const session = sessionOf(request);
    // What follows has its own semaphore.
    releasePermit(request);
    return withPermit(session.organizationId, () =>
      recordPayments({ pool, now }, session, { ...sent, idempotencyKey }),
    );
  };

  app.post<{ Params: { id: number } }>(
    '/invoices/:id/payments',
    {
      bodyLimit: BODY_LIMIT,
      // Refuses a wrong key before the body is read.
      onRequest: async (request) => void readIdempotencyKey(request),
      config: { right: 'payments' },
      schema: {
        operationId: 'recordPayment',
        summary: 'Record a payment of an invoice',
        description: `Records that an issued invoice was paid, in whole or in part. Nothing of a payment changes; to cancel it, delete it. The payments of an invoice never exceed its amount to pay. An invoice has at most ${MAX_PAYMENTS_OF_INVOICE} payments and counter-entries. ${replayed}`,
        tags: TAG,
        params: ofInvoice,
        headers: keyHeader,
        body: RECORDED_PAYMENT.schema,
        response: {
          201: describeAnswer('The payment, recorded by this request or an earlier one', single(PaymentView)),
          ...documentErrors(400, 401, 404, 408, 413, 415, 429, 500, 503),
          409: describeError(
            '`not_issued`: the invoice is still being processed; send the request again after `Retry-After`',
          ),
          422: describeError(
            '`validation_failed`: the details say what is wrong with the payment. `not_payable`: the invoice is annulled, or has too many payments. `not_issued`: the invoice failed. `missing_idempotency_key`, `invalid_idempotency_key` (not a UUID, or already used with another body), or `unprocessable_content` (the month of the invoice is archived)',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { outcomes, isRepeated } = await record(request, (bytes) => readOnePayment(id, bytes));
      const [outcome] = outcomes;
      if (outcome!.kind !== 'recorded') throw refusePayment(outcome!);
      if (isRepeated) reply.header('Idempotency-Replayed', 'true');
      reply.code(201);
      return { data: viewPayment(outcome!.payment) };
    },
  );

  app.post(
    '/payments',
    {
      bodyLimit: LARGE_BODY_LIMIT,
      onRequest: async (request) => void readIdempotencyKey(request),
      config: { right: 'payments' },
      schema: {
        operationId: 'recordPayments',
        summary: 'Record payments of many invoices',
        description: `Records up to ${MAX_RECORDED_PAYMENTS} payments of issued invoices, in the order of the request, by the rules of \`POST /invoices/{id}/payments\`. Each is recorded or refused by itself: look at \`details\`. The same request with the same key keeps what was recorded and tries again what was refused. ${replayed}`,
        tags: TAG,
        headers: keyHeader,
        body: RECORDED_PAYMENTS.schema,
        response: {
          200: describeAnswer('An answer for each payment', PaymentsAnswer),
          ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          422: describeError(
            '`validation_failed`: the body is not a list of 1 to 1000 payments; nothing was recorded. `missing_idempotency_key`, or `invalid_idempotency_key` (not a UUID, or already used with another body)',
          ),
        },
      },
    },
    async (request, reply): Promise<PaymentsAnswer> => {
      const { outcomes, isRepeated } = await record(request, readPayments);
      const language = chooseLanguage(request, reply);
      if (isRepeated) reply.header('Idempotency-Replayed', 'true');
      return {
        data: outcomes.map((outcome, index) =>
          outcome.kind === 'recorded'
            ? { index, payment: viewPayment(outcome.payment), details: [] }
            : { index, payment: null, details: describeRefused(outcome, language) },
        ),
      };
    },
  );

  app.get<{ Params: { id: number }; Querystring: CursorQuery }>(
    '/invoices/:id/payments',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listPaymentsOfInvoice',
        summary: 'List the payments of an invoice',
        description:
          'Lists the payments of an invoice and their counter-entries, the last recorded first. `outstanding_amount` of the first one is what is left to pay.',
        tags: TAG,
        params: ofInvoice,
        querystring: CursorParameters,
        response: {
          200: describeAnswer('A page of payments', cursorList(PaymentView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { organizationId } = organizationOf(request);
      const list = { organizationId, path: `/invoices/${id}/payments`, filter: {} };
      const { limit, before } = readCursorRequest(request.query, list);
      const found = await listPaymentsOfInvoice(pool, organizationId, id, {
        before: before.id,
        most: limit + 1,
      });
      if (found.length === 0 && (await getRegistration(pool, organizationId, id)) === null)
        throw apiError('unknown_invoice', {});
      return buildCursorAnswer(
        cut(found, limit, ({ ordinal }) => ordinal),
        list,
      );
    },
  );

  app.get<{ Querystring: CursorQuery }>(
    '/payments',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listPayments',
        summary: 'List payments',
        description: 'Lists the payments of all invoices and their counter-entries, the last recorded first.',
        tags: TAG,
        querystring: CursorParameters,
        response: {
          200: describeAnswer('A page of payments', cursorList(PaymentView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const list = { organizationId, path: '/payments', filter: {} };
      const { limit, before } = readCursorRequest(request.query, list);
      const found = await listPayments(pool, organizationId, { before: before.id, most: limit + 1 });
      return buildCursorAnswer(
        cut(found, limit, ({ id }) => id),
        list,
      );
    },
  );

  app.delete<{ Params: { id: number }; Querystring: { date?: string } }>(
    '/payments/:id',
    {
      config: { right: 'payments' },
      schema: {
        operationId: 'reversePayment',
        summary: 'Cancel a payment',
        description:
          'Cancels a payment that was recorded by mistake or was returned, such as a direct debit: adds a counter-entry with the opposite amount, and both stay in the lists. Its day is that of the payment, or `date`, if the money was returned later. Repeating the request has no further effect and returns the same counter-entry.',
        tags: TAG,
        params: Type.Object({ id: PaymentId }),
        querystring: Type.Object({
          date: Type.Optional(
            day('Day on which the money was returned: from the day of the payment to today.'),
          ),
        }),
        response: {
          200: describeAnswer('The counter-entry', single(PaymentView)),
          ...documentErrors(400, 401, 404, 415, 429, 500, 503),
          422: describeError(
            '`not_payable`: the payment is a counter-entry, the day is wrong, or the invoice has too many payments',
          ),
        },
      },
    },
    async (request) => {
      const { date = null } = request.query;
      const counterEntry = await reversePayment(pool, sessionOf(request), request.params.id, date, now());
      return { data: viewPayment(counterEntry) };
    },
  );
};

function cut(found: readonly StoredPayment[], limit: number, placeOf: (payment: StoredPayment) => number) {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? placeOf(shown.at(-1)!) : null;
  return { items: shown.map(viewPayment), next: last === null ? null : { at: last, id: last } };
}

function viewPayment(payment: StoredPayment): PaymentView {
  return {
    id: payment.id,
    invoice_id: payment.invoiceId,
    external_invoice_id: payment.externalInvoiceId,
    date: payment.date,
    amount: payment.amount,
    currency: payment.currency,
    means: payment.means,
    account: payment.account,
    goods_received_on: payment.goodsReceivedOn,
    invoice_received_on: payment.invoiceReceivedOn,
    financed: payment.isFinanced,
    outstanding_amount: payment.outstanding,
    reverses: payment.reverses,
    reversed_by: payment.reversedBy,
    sii: payment.sii,
    recorded_at: payment.recordedAt,
  };
}

/** Returns the error of a request whose only payment is refused. */
function refusePayment(refused: PaymentRefusal): ApiError {
  if (refused.kind === 'unknown_invoice') return apiError('unknown_invoice', {});
  return new ApiError(refused.kind === 'invoice' ? refused.refusal : refuseFindings(refused.findings));
}

/** Describes why one of several payments is refused. */
function describeRefused(refused: PaymentRefusal, language: MessageLanguage) {
  return describeMembers(membersOf(refused), language);
}

function membersOf(refused: PaymentRefusal): NonNullable<ApiRefusal['members']> {
  if (refused.kind === 'findings') return refuseFindings(refused.findings).members!;
  const [code, message] =
    refused.kind === 'invoice'
      ? (['not_allowed', refused.refusal.message] as const)
      : (['not_found', formatMessage('unknown_paid')] as const);
  return [{ path: '/invoice_id', code, message, aeatCode: null }];
}
