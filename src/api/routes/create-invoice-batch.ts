import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { CreateBatchAnswer } from '../../contracts/answers.ts';
import { BATCH_DOCUMENT } from '../../contracts/batch-document.ts';
import { CreateBatchAnswer as DetailedAnswer } from '../../contracts/v2/batch-answers.ts';
import { BATCH_DOCUMENT as FULL_BATCH_DOCUMENT } from '../../contracts/v2/batch-document.ts';
import { buildDetailedResponse, buildResponse } from '../../accept/build-response.ts';
import { type Acceptance, readIdempotencyKey } from '../acceptance.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { chooseMessages } from '../choose-messages.ts';
import { API_FORMS } from '../versions.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';

const IDEMPOTENCY =
  'For 24 hours, a request with the same key and the same JSON value returns the stored answer with `Idempotency-Replayed: true`. ' +
  'The body can be compressed (`Content-Encoding: gzip` or `zstd`), which reduces large batches to a tenth to a fifth of their size.';

const PLAIN = {
  body: BATCH_DOCUMENT,
  document: CreateBatchAnswer,
  answer: { hasWarnings: false, build: buildResponse },
  description:
    'Creates a batch of 1 to 1000 invoices. The batch is also created if invoices fail validation; `errors` contains their messages.',
};
const DETAILED = {
  body: FULL_BATCH_DOCUMENT,
  document: DetailedAnswer,
  answer: { hasWarnings: true, build: buildDetailedResponse },
  description:
    'Creates a batch of 1 to 1000 invoices. The batch is also created if invoices fail validation; `errors` lists them with their details. ' +
    '`warnings` lists values in valid invoices that a tax adviser would question; such invoices are issued.',
};

/** POST /invoice_batches of each version. */
export const createBatchRoutes: FastifyPluginAsync<
  Dependencies & { readonly acceptance: Acceptance }
> = async (app, { acceptance, environment }) => {
  for (const { prefix, rules, hasDetails } of Object.values(API_FORMS)) {
    const { description, body: batchDocument, document, answer: form } = hasDetails ? DETAILED : PLAIN;
    app.post(
      `${prefix}/invoice_batches`,
      {
        bodyLimit: environment.CREATE_BODY_LIMIT,
        // Refuses a wrong key before the body is read.
        onRequest: async (request) => void readIdempotencyKey(request),
        config: { right: 'submit' },
        schema: {
          operationId: 'createInvoiceBatch',
          summary: 'Create invoice batch',
          description: `${description} ${IDEMPOTENCY}`,
          tags: ['Invoice batches'],
          headers: Type.Object({
            'Idempotency-Key': Type.String({
              format: 'uuid',
              description:
                'A UUID that you choose for this batch. For 24 hours, sending the batch again with the same UUID repeats the stored answer instead of creating another batch.',
            }),
          }),
          body: batchDocument,
          response: {
            201: describeAnswer('The batch, accepted by this request or an earlier one', document),
            ...documentErrors(400, 401, 408, 413, 415, 500, 503),
            429: describeError(
              '`too_many_requests`: wait for `Retry-After` seconds. Nothing was stored, because a request with the same key is still running, too many batches of the organization are being created, a batch was created within the ' +
                'cool-down (if one is configured), or with this batch more invoices of the organization would have failed within an hour than allowed (default: 500,000)',
            ),
            422: describeError(
              '`missing_idempotency_key`, `invalid_idempotency_key` (not a UUID, or already used with another body) or `validation_failed`',
            ),
          },
        },
      },
      async (request, reply) => {
        const outcome = await acceptance(request, { rules, answer: form, isInvoice: false });
        if (outcome.kind === 'replayed') reply.header('Idempotency-Replayed', 'true');
        // The stored answer is in both languages, because it can be requested again in another one.
        const answer = chooseMessages(outcome.response, chooseLanguage(request, reply));
        return reply.code(201).type(JSON_TYPE).send(answer);
      },
    );
  }
};

const JSON_TYPE = 'application/json; charset=utf-8';
