import type { FastifyPluginAsync } from 'fastify';
import { SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import { ValidationAnswer } from '../../contracts/validation-answer.ts';
import { BATCH_DOCUMENT } from '../../contracts/batch-document.ts';
import type { Intake } from '../../accept/intake.ts';
import { validateBatch } from '../../accept/validate-batch.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  describeAnswer,
  describeError,
  documentErrors,
  EXTENSIONS,
} from '../documentation/describe-answers.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import { buildValidationAnswer } from '../../accept/build-validation-answer.ts';

/** POST /invoice_batches/validate: a dry run. */
export const validateBatchRoutes: FastifyPluginAsync<
  Dependencies & { readonly withBody: WithBody; readonly intake: Intake }
> = async (app, { withBody, intake, environment, pool, now }) => {
  app.post(
    '/invoice_batches/validate',
    {
      bodyLimit: environment.CREATE_BODY_LIMIT,
      schema: {
        operationId: 'validateInvoiceBatch',
        summary: 'Validate invoice batch',
        description:
          'Validates a batch with the rules that apply if it is created and issued now. Also returns warnings: values in valid invoices that a tax adviser would question. Nothing is stored, and no idempotency key is needed.',
        tags: [EXTENSIONS],
        body: BATCH_DOCUMENT,
        response: {
          200: describeAnswer(
            'The findings (none if every invoice is valid) and the warnings',
            ValidationAnswer,
          ),
          ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          422: describeError('`validation_failed`: the body is not a batch'),
        },
      },
    },
    async (request, reply) => {
      const organization = organizationOf(request);
      const validating = withBody(request, (body) =>
        validateBatch({ ...intake, pool }, { organization, body, now: now() }),
      );
      const outcome = await validating.catch((error: unknown) => {
        throw error instanceof SemaphoreTimeout ? apiError('many_validations', {}) : error;
      });
      if (outcome.kind !== 'validated') throw new ApiError(outcome);
      return reply.type('application/json; charset=utf-8').send(buildValidationAnswer(outcome));
    },
  );
};
