import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { single } from '../../contracts/answers.ts';
import { ISSUED_WITHIN_SECONDS } from '../../contracts/limits.ts';
import { CREDIT } from '../../contracts/v2/credit-members.ts';
import { PendingInvoiceAnswer, WholeInvoice } from '../../contracts/v2/invoice-answers.ts';
import { buildDetailedResponse } from '../../accept/build-response.ts';
import { acceptCredit } from '../../accept/credits/accept-credit.ts';
import { readCredit } from '../../accept/credits/read-credit.ts';
import { FULL_RULES } from '../../domain/reading/request-rules.ts';
import { PERMITS, SMALL_BODY_BYTES } from '../../platform/admission/limits.ts';
import { createSemaphore } from '../../platform/admission/semaphore.ts';
import { type Acceptance, readIdempotencyKey } from '../acceptance.ts';
import { organizationOf } from '../authentication.ts';
import type { IssuedBatches } from '../await-issued.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { BatchInvoiceId } from '../queries/parameters.ts';
import { API_FORMS } from '../versions.ts';
import { createInvoiceAnswerer } from './answer-invoice.ts';

const { prefix, invoices } = API_FORMS[2];
/** A credit is created as the invoice of `POST /invoices` is. */
const FORM = {
  rules: FULL_RULES,
  answer: { hasWarnings: true, build: buildDetailedResponse },
  isInvoice: true,
} as const;

/** POST /invoices/{id}/credit: rectifies an issued invoice by differences, in whole or in part. */
export const creditInvoiceRoute: FastifyPluginAsync<
  Dependencies & {
    readonly acceptance: Acceptance;
    readonly issued: IssuedBatches;
    readonly withBody: WithBody;
  }
> = async (app, dependencies) => {
  const { acceptance, withBody, pool, now } = dependencies;
  const answerInvoice = createInvoiceAnswerer(dependencies);
  const withPermit = createSemaphore(PERMITS.wholeInvoices);

  app.post<{ Params: { id: number } }>(
    `${prefix}${invoices.path}/:id/credit`,
    {
      bodyLimit: SMALL_BODY_BYTES,
      // Refuses a wrong key before the body is read.
      onRequest: async (request) => void readIdempotencyKey(request),
      config: { right: 'submit' },
      schema: {
        operationId: 'creditInvoice',
        summary: 'Credit an invoice',
        description:
          'Credits an issued invoice, or lines of it by units or amounts: creates the rectification by differences with the parties, prices, taxes and the day of the operation of the invoice, and with its allowances and charges in proportion. Crediting all gives exactly the negative of its totals. ' +
          'Nothing can be credited beyond the invoice, line by line and in each tax group; earlier rectifications count, also those that wait to be issued. Where the rounded tax of parts would exceed that of the invoice, the last part is lowered by cents, as `Ajuste de redondeo`. ' +
          `The answer is that of \`POST ${invoices.path}\`: the issued rectification, or 202 if it is not issued within ${ISSUED_WITHIN_SECONDS} seconds. For 24 hours, a request with the same key and the same JSON value returns the present state of the same rectification.`,
        tags: ['Invoices'],
        params: Type.Object({ id: BatchInvoiceId }),
        headers: Type.Object({
          'Idempotency-Key': Type.String({
            format: 'uuid',
            description:
              'A UUID that you choose for this credit. For 24 hours, sending the request again with the same UUID returns the same rectification instead of creating another one.',
          }),
          Prefer: Type.Optional(
            Type.String({
              description: `\`respond-async\` asks for 202 without waiting; \`wait=2\` for an answer within 2 seconds, at most ${ISSUED_WITHIN_SECONDS} (RFC 7240).`,
              examples: ['respond-async', 'wait=2'],
            }),
          ),
        }),
        body: CREDIT.schema,
        response: {
          201: describeAnswer(
            'The rectification is issued, by this request or an earlier one',
            single(WholeInvoice),
          ),
          202: describeAnswer(
            'The rectification is stored and not issued yet, because you asked for this answer, the engine is busy or is being restarted, or the operator has paused the organization',
            PendingInvoiceAnswer,
          ),
          ...documentErrors(400, 401, 404, 408, 413, 415, 500, 503),
          429: describeError(
            '`too_many_requests`: wait for `Retry-After` seconds. Nothing was stored, because a request with the same key is still running, other requests credit the same invoice, too many invoices of the organization are being created, or one was created within the cool-down (if one is configured)',
          ),
          409: describeError(
            '`not_issued`: the invoice itself is still being processed; send the request again after `Retry-After`',
          ),
          422: describeError(
            '`missing_idempotency_key`, `invalid_idempotency_key` (not a UUID, or already used with another body), `validation_failed` (the details say what is wrong, or goes beyond what is left; nothing was stored), `not_creditable` (the message says what to credit instead), or `not_issued` (the invoice itself failed, or the rectification was stored and failed when it was issued)',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const sent = await withBody(request, async (body) => readCredit(id, body));
      const organization = organizationOf(request);
      const accepted = await acceptCredit(
        { pool, now, withPermit, accept: (written) => acceptance(request, { ...FORM, written }) },
        { organization, idempotencyKey: readIdempotencyKey(request), id, sent },
      );
      return answerInvoice(request, reply, accepted);
    },
  );
};
