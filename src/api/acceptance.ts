import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, apiError } from '../contracts/api-error.ts';
import { acceptBatch, type CreateOutcome, type FailedInvoicesRate } from '../accept/accept-batch.ts';
import type { AnswerForm, CreateRequest } from '../accept/create-request.ts';
import { openBatchWriter } from '../accept/batch-writer.ts';
import type { Intake } from '../accept/intake.ts';
import { wrapInvoice } from '../accept/one-invoice.ts';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import { SemaphoreTimeout } from '../platform/admission/semaphore.ts';
import { isLockTimeout } from '../platform/postgres/failures.ts';
import { organizationOf } from './authentication.ts';
import type { WithBody } from './bodies/request-bodies.ts';
import { createDebouncedEnqueue } from './debounced-enqueue.ts';
import type { Dependencies } from './dependencies.ts';
import { releasePermit, retakePermit } from './limits/request-semaphores.ts';
import { traceOf } from './trace-requests.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A batch that a request created, or had created before. */
export type AcceptedRequest = Extract<CreateOutcome, { readonly response: string }>;
type Refusal = Exclude<CreateOutcome, AcceptedRequest>;

/**
 * Accepts the batch in the body of a request, logs and enqueues it.
 * @throws ApiError if it is refused, and any database error; nothing was accepted then.
 */
export type Acceptance = (
  request: FastifyRequest,
  form: {
    readonly rules: RequestRules;
    readonly answer: AnswerForm;
    /** Whether the body is one invoice, which becomes a batch of its own. */
    readonly isInvoice: boolean;
    /**
     * The body, if the engine wrote it from that of the request, which has been read, and what is
     * stored with its batch.
     */
    readonly written?: { readonly body: Buffer } & Required<Pick<CreateRequest, 'onStored'>>;
  },
) => Promise<AcceptedRequest>;

/**
 * Creates what all requests that create invoices share: batches of any of them that arrive together
 * share a statement, and their jobs are sent together.
 */
export function createAcceptance(
  app: FastifyInstance,
  dependencies: Dependencies & {
    readonly withBody: WithBody;
    readonly intake: Intake;
    readonly failedInvoices: FailedInvoicesRate;
  },
): Acceptance {
  const { withBody, intake, failedInvoices, environment, pool, metrics, now } = dependencies;
  const job = createDebouncedEnqueue(app, dependencies);
  const context = { ...intake, failedInvoices, pool, writer: openBatchWriter(pool) };

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
   * Counts, logs and enqueues the accepted batch. The batch is already stored, so nothing here may
   * fail or delay the request.
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

  return async (request, { rules, answer, isInvoice, written }) => {
    const accept = (body: Buffer) =>
      acceptBatch(context, {
        rules,
        answer,
        organization: organizationOf(request),
        idempotencyKey: readIdempotencyKey(request),
        body: isInvoice ? wrapInvoice(body) : body,
        ...(isInvoice && { invoice: body }),
        now: now(),
        cooldownSeconds: environment.CREATE_COOLDOWN_SECONDS,
        trace: traceOf(request),
        ...(written && { onStored: written.onStored }),
        // Batches that wait together share a statement.
        onStoring: () => releasePermit(request),
      });
    const accepting = written === undefined ? withBody(request, accept) : accept(written.body);
    const outcome = await accepting.catch((error: unknown) => {
      if (!isLockTimeout(error) && !(error instanceof SemaphoreTimeout)) throw error;
      const isTaken = isLockTimeout(error, 'idempotency_records');
      throw apiError(isTaken ? 'key_in_use' : 'many_creates', {});
    });
    // Batches that were stored together are not all answered in one turn of the event loop. A stored
    // batch is answered in any case.
    await retakePermit(request).catch(() => {});
    if (outcome.kind === 'accepted') announce(outcome, request);
    else if (outcome.kind === 'replayed') metrics.idempotentReplays.inc();
    else throw refuse(outcome);
    return outcome;
  };
}

/**
 * Reads the idempotency key.
 * @throws 422 if the key is absent, blank or not a UUID (any version is allowed).
 */
export function readIdempotencyKey(request: FastifyRequest): string {
  const key = String(request.headers['idempotency-key'] ?? '').trim();
  if (key === '') throw apiError('missing_idempotency_key', {});
  if (!UUID.test(key)) throw apiError('wrong_idempotency_key', {});
  return key.toLowerCase();
}
