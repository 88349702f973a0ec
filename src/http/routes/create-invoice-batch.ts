import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { CreateBatchAnswer } from '../../contracts/answers.ts';
import { CreateBatchBody } from '../../contracts/invoice-input.ts';
import { acceptBatch, type CreateOutcome } from '../../ingestion/accept-batch.ts';
import { openTurns, TurnTimeout } from '../../ingestion/open-turns.ts';
import { isLockTimeout } from '../../persistence/failures.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Of one organization in one process: they wait for one row anyway, and each holds one of the process's ten connections. */
const CREATES_AT_ONCE = 4;
const PATIENCE_MS = 5000;
const STILL_RUNNING = 'A request with this Idempotency-Key is still running';
const TOO_MANY = 'Too many batches are being created at the same time; this one was not stored';

/** POST /invoice_batches */
export const createBatchRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  const { environment, pool, hints, metrics, logger, now } = dependencies;
  const inTurn = openTurns(CREATES_AT_ONCE, PATIENCE_MS);

  app.post(
    '/invoice_batches',
    {
      bodyLimit: environment.CREATE_BODY_LIMIT,
      // Before the body is read.
      onRequest: async (request) => void readIdempotencyKey(app, request),
      schema: {
        operationId: 'createInvoiceBatch',
        summary: 'Create invoice batch',
        description:
          'Accepts 1 to 1000 invoices. Invoices that fail validation are told in `errors`; the batch is created all the same. ' +
          'The same key with the same JSON value answers the stored answer with `Idempotency-Replayed: true` for 24 hours.',
        tags: ['Invoice batches'],
        headers: Type.Object({ 'idempotency-key': Type.String({ format: 'uuid' }) }),
        body: CreateBatchBody,
        response: {
          201: describeAnswer('The batch, accepted now or before', CreateBatchAnswer),
          ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          422: describeError(
            '`missing_idempotency_key`, `invalid_idempotency_key` (not a UUID, or used with another body) or `validation_failed`',
          ),
        },
      },
    },
    async (request, reply) => {
      const organization = organizationOf(request);
      const accept = () =>
        acceptBatch(pool, {
          organization,
          idempotencyKey: readIdempotencyKey(app, request),
          body: (request.body as Buffer | null) ?? Buffer.alloc(0),
          now: now(),
          cooldownSeconds: environment.CREATE_COOLDOWN_SECONDS,
        });
      const outcome = await inTurn(organization.organizationId, accept).catch((error: unknown) => {
        if (!isLockTimeout(error) && !(error instanceof TurnTimeout)) throw error;
        reply.header('Retry-After', 1);
        const isTaken = isLockTimeout(error, 'idempotency_records');
        throw app.httpErrors.tooManyRequests(isTaken ? STILL_RUNNING : TOO_MANY);
      });

      if (outcome.outcome === 'accepted') {
        announce(outcome, request);
      } else if (outcome.outcome === 'replayed') {
        metrics.idempotentReplays.inc();
        reply.header('Idempotency-Replayed', 'true');
      } else {
        if (outcome.outcome === 'cooling_down') reply.header('Retry-After', outcome.retryAfterSeconds);
        throw refuse(outcome);
      }
      return reply.code(201).type(JSON_TYPE).send(outcome.response);
    },
  );

  type Refusal = Exclude<CreateOutcome, { readonly response: string }>;

  function refuse(outcome: Refusal): Error {
    const { badRequest, tooManyRequests, createError } = app.httpErrors;
    switch (outcome.outcome) {
      case 'key_reused':
        return createError(422, 'Idempotency-Key was already used with a different request body', {
          code: 'invalid_idempotency_key',
        });
      case 'cooling_down':
        return tooManyRequests(
          `A batch was created less than ${environment.CREATE_COOLDOWN_SECONDS} seconds ago`,
        );
      case 'not_json':
        return badRequest(outcome.message);
      case 'wrong_shape':
        return createError(422, outcome.message, { code: 'validation_failed' });
    }
  }

  /** The batch is safe: nothing that happens here may fail the request, nor make it wait. */
  function announce(batch: Extract<CreateOutcome, { outcome: 'accepted' }>, request: FastifyRequest): void {
    const { organizationId } = organizationOf(request);
    metrics.batchesReceived.inc();
    metrics.invoicesReceived.inc({ result: 'invalid' }, batch.invalidInvoices);
    metrics.invoicesReceived.inc({ result: 'valid' }, batch.invoices - batch.invalidInvoices);
    request.log.info({ organizationId, batchId: batch.batchId, invoices: batch.invoices }, 'Batch accepted');
    const payload = { organizationId, batchId: batch.batchId, invoices: batch.invoices };
    hints.send([{ name: 'process-batch', payload }]).catch((error: unknown) => {
      metrics.hintFailures.inc();
      logger.warn({ err: error, batchId: batch.batchId }, 'Hint lost; the reconciler will find the batch');
    });
  }
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** @throws 422 when the key is absent, blank, or not a UUID of any version. */
function readIdempotencyKey(app: FastifyInstance, request: FastifyRequest): string {
  const key = String(request.headers['idempotency-key'] ?? '').trim();
  if (key === '') {
    throw app.httpErrors.createError(422, 'Idempotency-Key header is required', {
      code: 'missing_idempotency_key',
    });
  }
  if (!UUID.test(key)) {
    throw app.httpErrors.createError(422, 'Idempotency-Key must be a UUID', {
      code: 'invalid_idempotency_key',
    });
  }
  return key.toLowerCase();
}
