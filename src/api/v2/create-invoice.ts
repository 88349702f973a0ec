import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { single } from '../../contracts/answers.ts';
import { ISSUED_WITHIN_SECONDS } from '../../contracts/limits.ts';
import { PendingInvoiceAnswer, WholeInvoice } from '../../contracts/v2/invoice-answers.ts';
import { INVOICE } from '../../contracts/v2/invoice-members.ts';
import { buildDetailedResponse } from '../../accept/build-response.ts';
import { FULL_RULES } from '../../domain/reading/request-rules.ts';
import { SMALL_BODY_BYTES } from '../../platform/admission/limits.ts';
import { type Acceptance, readIdempotencyKey } from '../acceptance.ts';
import type { IssuedBatches } from '../await-issued.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { API_FORMS } from '../versions.ts';
import { createInvoiceAnswerer } from './answer-invoice.ts';

const { prefix, invoices } = API_FORMS[2];

/** POST /invoices: creates one invoice, which is a batch of its own, and returns it issued. */
export const createInvoiceRoute: FastifyPluginAsync<
  Dependencies & { readonly acceptance: Acceptance; readonly issued: IssuedBatches }
> = async (app, dependencies) => {
  const { acceptance } = dependencies;
  const answerInvoice = createInvoiceAnswerer(dependencies);

  app.post(
    `${prefix}${invoices.path}`,
    {
      bodyLimit: SMALL_BODY_BYTES,
      // Refuses a wrong key before the body is read.
      onRequest: async (request) => void readIdempotencyKey(request),
      config: { right: 'submit' },
      schema: {
        operationId: 'createInvoice',
        summary: 'Create one invoice',
        description:
          `Creates one invoice and returns it as soon as it is issued, with its number, totals, QR URL and registration: the answer of \`GET ${invoices.path}/{id}\`. If it is not issued within ${ISSUED_WITHIN_SECONDS} seconds, the answer is 202 with its path, where it can be read later. ` +
          'The invoice is a batch of its own, with the rules, limits and webhooks of a batch. An invoice that fails its rules, or whose number was issued before, is refused with details; nothing is stored, and the `Idempotency-Key` stays free. An invoice that fails later, when it is issued, is stored: the answer is 422 with its `invoice_id`. ' +
          'For 24 hours, a request with the same key and the same JSON value returns the present state of the same invoice. Invoices that are larger than 256 KiB belong in a batch.',
        tags: ['Invoices'],
        headers: Type.Object({
          'Idempotency-Key': Type.String({
            format: 'uuid',
            description:
              'A UUID that you choose for this invoice. For 24 hours, sending the invoice again with the same UUID returns the same invoice instead of creating another one.',
          }),
          Prefer: Type.Optional(
            Type.String({
              description: `\`respond-async\` asks for 202 without waiting; \`wait=2\` for an answer within 2 seconds, at most ${ISSUED_WITHIN_SECONDS} (RFC 7240). Together they are a wait of these seconds.`,
              examples: ['respond-async', 'wait=2'],
            }),
          ),
        }),
        body: INVOICE.schema,
        response: {
          201: describeAnswer(
            'The invoice is issued, by this request or an earlier one',
            single(WholeInvoice),
          ),
          202: describeAnswer(
            'The invoice is stored and not issued yet, because you asked for this answer, the engine is busy or is being restarted, or the operator has paused the organization',
            PendingInvoiceAnswer,
          ),
          ...documentErrors(400, 401, 408, 413, 415, 500, 503),
          429: describeError(
            '`too_many_requests`: wait for `Retry-After` seconds. Nothing was stored, because a request with the same key is still running, too many invoices of the organization are being created, or an invoice or batch was created within the cool-down (if one is configured)',
          ),
          422: describeError(
            '`missing_idempotency_key`, `invalid_idempotency_key` (not a UUID, or already used with another body), `validation_failed` (the details say what is wrong; nothing was stored) or `not_issued` (the invoice was stored and failed when it was issued)',
          ),
        },
      },
    },
    async (request, reply) => {
      const accepted = await acceptance(request, {
        rules: FULL_RULES,
        answer: { hasWarnings: true, build: buildDetailedResponse },
        isInvoice: true,
      });
      return answerInvoice(request, reply, accepted);
    },
  );
};
