import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import { ValidationAnswer } from '../../contracts/validation-answer.ts';
import { BATCH_DOCUMENT } from '../../contracts/batch-document.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import { ELECTRONIC_FORMATS } from '../../contracts/electronic-formats.ts';
import { ValidationAnswer as ValidationAnswerV2 } from '../../contracts/v2/batch-answers.ts';
import { BATCH_DOCUMENT as BATCH_DOCUMENT_V2 } from '../../contracts/v2/batch-document.ts';
import type { Intake } from '../../accept/intake.ts';
import { validateBatch } from '../../accept/validate-batch.ts';
import { organizationOf } from '../authentication.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  describeAnswer,
  describeError,
  documentErrors,
  EXTENSIONS,
} from '../documentation/describe-answers.ts';
import { PROFILE_PARAMETER } from '../documentation/describe-files.ts';
import { readProfile } from '../electronic-documents.ts';
import { readChoices } from '../filters.ts';
import type { Query } from '../ids-and-pages.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import { translateDetails } from '../spanish/translate-answer.ts';
import { buildValidationAnswer } from '../../accept/build-validation-answer.ts';
import { buildValidationAnswer as buildValidationAnswerV2 } from '../../accept/v2/build-validation-answer.ts';

const DRY_RUN =
  'Validates a batch with the rules that apply if it is created and issued now. Also returns warnings: values in valid invoices that a tax adviser would question.';
const STORES_NOTHING = 'Nothing is stored, and no idempotency key is needed.';

const FORMATS = Type.Object({
  documents: Type.Optional(
    Type.String({
      description:
        'Electronic formats, separated by commas, for example `ubl,facturae`. A valid invoice that one of them cannot express gets the warning `not_expressible` with the rule; `not_signable` warns of a Facturae that no certificate of the issuer can sign, and `name_split_guessed` warns of a name that Facturae would split by a guess. The profiles of its issuer and of its recipient are considered.',
    }),
  ),
  profile: PROFILE_PARAMETER,
});

const OF_VERSION = {
  1: {
    body: BATCH_DOCUMENT,
    tag: EXTENSIONS,
    description: `${DRY_RUN} ${STORES_NOTHING}`,
    answered: 'The findings (none if every invoice is valid) and the warnings',
    answer: ValidationAnswer,
    build: buildValidationAnswer,
  },
  2: {
    body: BATCH_DOCUMENT_V2,
    tag: 'Invoice batches',
    description: `${DRY_RUN} Of each valid invoice it returns the computed totals and tax groups. ${STORES_NOTHING}`,
    answered:
      'The errors and the warnings (both empty if there are none), and the amounts of the valid invoices',
    answer: ValidationAnswerV2,
    build: buildValidationAnswerV2,
  },
} as const;

/** POST /invoice_batches/validate of each version: a dry run. */
export const validateBatchRoutes: FastifyPluginAsync<
  Dependencies & { readonly withBody: WithBody; readonly intake: Intake; readonly version: ApiVersion }
> = async (app, { version, withBody, intake, environment, pool, now }) => {
  const { description, tag, body: document, answered, answer, build } = OF_VERSION[version];
  app.post<{ Querystring: Query<'documents' | 'profile'> }>(
    '/invoice_batches/validate',
    {
      bodyLimit: environment.CREATE_BODY_LIMIT,
      schema: {
        operationId: 'validateInvoiceBatch',
        summary: 'Validate invoice batch',
        description,
        tags: [tag],
        body: document,
        ...(version === 2 && { querystring: FORMATS }),
        response: {
          200: describeAnswer(answered, answer),
          ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          422: describeError('`validation_failed`: the body is not a batch'),
        },
      },
    },
    async (request, reply) => {
      const organization = organizationOf(request);
      const { query } = request;
      const formats =
        version === 1
          ? ({ formats: [], profile: 'cen' } as const)
          : {
              formats: readChoices('documents', query.documents, ELECTRONIC_FORMATS),
              profile: readProfile('ubl', query.profile),
            };
      const validating = withBody(request, (body) =>
        validateBatch({ ...intake, pool }, { version, organization, body, formats, now: now() }),
      );
      const outcome = await validating.catch((error: unknown) => {
        throw error instanceof SemaphoreTimeout ? apiError('many_validations', {}) : error;
      });
      if (outcome.kind !== 'validated') throw new ApiError(outcome);
      const text = await build(outcome);
      const told = chooseLanguage(request, reply) === 'es' ? translateDetails(text) : text;
      // Encoded once: as a text it would be encoded to count its bytes and again to send it, which takes 10 ms each for 3 MB.
      return reply.type('application/json; charset=utf-8').send(Buffer.from(told));
    },
  );
};
