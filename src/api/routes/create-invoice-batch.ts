import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import { CreateBatchAnswer } from '../../contracts/answers.ts';
import { BATCH_DOCUMENT } from '../../contracts/batch-document.ts';
import { API_VERSIONS } from '../../contracts/codes.ts';
import { CreateBatchAnswer as CreateBatchAnswerV2 } from '../../contracts/v2/batch-answers.ts';
import { BATCH_DOCUMENT as BATCH_DOCUMENT_V2 } from '../../contracts/v2/batch-document.ts';
import { acceptBatch, type CreateOutcome, type FailedInvoicesRate } from '../../accept/accept-batch.ts';
import { openBatchWriter } from '../../accept/batch-writer.ts';
import { SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import type { Intake } from '../../accept/intake.ts';
import { isLockTimeout } from '../../platform/postgres/failures.ts';
import { organizationOf } from '../authentication.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { createDebouncedEnqueue } from '../debounced-enqueue.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import { translateDetails } from '../spanish/translate-answer.ts';
import { releasePermit, retakePermit } from '../request-semaphores.ts';
import { traceOf } from '../trace-requests.ts';
import { PREFIXES } from '../versions.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const IDEMPOTENCY =
  'For 24 hours, a request with the same key and the same JSON value returns the stored answer with `Idempotency-Replayed: true`. ' +
  'The body can be compressed (`Content-Encoding: gzip` or `zstd`), which reduces large batches to a tenth to a fifth of their size.';

const OF_VERSION = {
  1: {
    body: BATCH_DOCUMENT,
    answer: CreateBatchAnswer,
    description:
      'Creates a batch of 1 to 1000 invoices. The batch is also created if invoices fail validation; `errors` contains their messages.',
  },
  2: {
    body: BATCH_DOCUMENT_V2,
    answer: CreateBatchAnswerV2,
    description:
      'Creates a batch of 1 to 1000 invoices. The batch is also created if invoices fail validation; `errors` lists them with their details. ' +
      '`warnings` lists values in valid invoices that a tax adviser would question; such invoices are issued.',
  },
} as const;

/** POST /invoice_batches of each version. */
export const createBatchRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly withBody: WithBody;
    readonly intake: Intake;
    readonly failedInvoices: FailedInvoicesRate;
  }
> = async (app, dependencies) => {
  const { withBody, intake, failedInvoices, environment, pool, metrics, now } = dependencies;
  const job = createDebouncedEnqueue(app, dependencies);
  const acceptContext = {
    ...intake,
    failedInvoices,
    pool,
    writer: openBatchWriter(pool),
  };

  for (const version of API_VERSIONS)
    app.post(
      `${PREFIXES[version]}/invoice_batches`,
      {
        bodyLimit: environment.CREATE_BODY_LIMIT,
        // Refuses a wrong key before the body is read.
        onRequest: async (request) => void readIdempotencyKey(request),
        schema: {
          operationId: 'createInvoiceBatch',
          summary: 'Create invoice batch',
          description: `${OF_VERSION[version].description} ${IDEMPOTENCY}`,
          tags: ['Invoice batches'],
          headers: Type.Object({
            'Idempotency-Key': Type.String({
              format: 'uuid',
              description:
                'A UUID that you choose for this batch. For 24 hours, sending the batch again with the same UUID repeats the stored answer instead of creating another batch.',
            }),
          }),
          body: OF_VERSION[version].body,
          response: {
            201: describeAnswer(
              'The batch, accepted by this request or an earlier one',
              OF_VERSION[version].answer,
            ),
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
        const accepting = withBody(request, (body) =>
          acceptBatch(acceptContext, {
            version,
            organization: organizationOf(request),
            idempotencyKey: readIdempotencyKey(request),
            body,
            now: now(),
            cooldownSeconds: environment.CREATE_COOLDOWN_SECONDS,
            trace: traceOf(request),
            // Batches that wait together share a statement.
            onStoring: () => releasePermit(request),
          }),
        );
        const outcome = await accepting.catch((error: unknown) => {
          if (!isLockTimeout(error) && !(error instanceof SemaphoreTimeout)) throw error;
          const isTaken = isLockTimeout(error, 'idempotency_records');
          throw apiError(isTaken ? 'key_in_use' : 'many_creates', {});
        });

        // Batches that were stored together are not all answered in one turn of the event loop. A stored batch is answered in any case.
        await retakePermit(request).catch(() => {});
        if (outcome.kind === 'accepted') {
          announce(outcome, request);
        } else if (outcome.kind === 'replayed') {
          metrics.idempotentReplays.inc();
          reply.header('Idempotency-Replayed', 'true');
        } else {
          throw refuse(outcome);
        }
        // The stored answer is in English, because it can be requested again in another language.
        const isSpanish = chooseLanguage(request, reply) === 'es';
        const answer = isSpanish ? translateDetails(outcome.response) : outcome.response;
        return reply.code(201).type(JSON_TYPE).send(answer);
      },
    );

  type Refusal = Exclude<CreateOutcome, { readonly response: string }>;

  function refuse(outcome: Refusal): ApiError {
    switch (outcome.kind) {
      case 'key_reused':
        return apiError('reused_idempotency_key', {});
      case 'key_of_version':
        return apiError('idempotency_key_of_version', { version: outcome.version });
      case 'cooling_down':
        return apiError(
          'cool_down',
          { seconds: environment.CREATE_COOLDOWN_SECONDS },
          outcome.retryAfterSeconds,
        );
      case 'too_many_failures': {
        const { retryAfterSeconds: seconds } = outcome;
        return apiError('many_failures', { most: failedInvoices.most, seconds }, seconds);
      }
      case 'refused':
        return new ApiError(outcome);
    }
  }

  /**
   * Counts, logs and enqueues the accepted batch. The batch is already stored, so nothing here may fail or
   * delay the request.
   */
  function announce(batch: Extract<CreateOutcome, { kind: 'accepted' }>, request: FastifyRequest): void {
    const { organizationId } = organizationOf(request);
    const { batchId, invoices, invalidInvoices, work } = batch;
    metrics.batchesReceived.inc();
    metrics.invoicesReceived.inc({ result: 'invalid' }, invalidInvoices);
    metrics.invoicesReceived.inc({ result: 'valid' }, invoices - invalidInvoices);
    request.log.info({ organizationId, batchId, invoices }, 'Batch accepted');
    traceOf(request).note({ 'ibe.batch.id': batchId, 'ibe.batch.invoices': invoices });
    job({ name: 'process-batch', payload: { organizationId, batchId, invoices, work }, work });
  }
};

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Reads the idempotency key.
 * @throws 422 if the key is absent, blank or not a UUID (any version is allowed).
 */
function readIdempotencyKey(request: FastifyRequest): string {
  const key = String(request.headers['idempotency-key'] ?? '').trim();
  if (key === '') throw apiError('missing_idempotency_key', {});
  if (!UUID.test(key)) throw apiError('wrong_idempotency_key', {});
  return key.toLowerCase();
}
