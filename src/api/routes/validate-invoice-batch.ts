import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { PERMITS } from '../../platform/admission/limits.ts';
import { createSemaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { wordOf } from '../../contracts/answers.ts';
import { CENSUS_MODES, type CensusMode } from '../../contracts/codes.ts';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import { ValidationAnswer } from '../../contracts/validation-answer.ts';
import { BATCH_DOCUMENT } from '../../contracts/batch-document.ts';
import { ValidationAnswer as DetailedAnswer } from '../../contracts/v2/batch-answers.ts';
import { BATCH_DOCUMENT as FULL_BATCH_DOCUMENT } from '../../contracts/v2/batch-document.ts';
import type { Intake } from '../../accept/intake.ts';
import { addCensus, validateBatch, type Validation } from '../../accept/validate-batch.ts';
import { whenGone } from '../../deliver/poll-for-result.ts';
import { readCensusSetting } from '../../organizations/census/census-checks.ts';
import { awaitCensus } from '../await-census.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import { organizationOf } from '../authentication.ts';
import { chooseLanguage } from '../choose-language.ts';
import { chooseMessages } from '../choose-messages.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { readFormats, readProfile } from '../answers/document-formats.ts';
import { PROFILE_PARAMETERS } from '../queries/parameters.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import type { ApiForm } from '../versions.ts';
import { buildDetailedAnswer, buildValidationAnswer } from '../../accept/build-validation-answer.ts';

const DRY_RUN =
  'Validates a batch with the rules that apply if it is created and issued now. Also returns warnings: values in valid invoices that a tax adviser would question.';
const STORES_NOTHING = 'Nothing is stored, and no idempotency key is needed.';

const FORMATS = Type.Object({
  documents: Type.Optional(
    Type.String({
      description:
        'Electronic formats, separated by commas, for example `ubl,facturae`, and `spfe` for the public solution of AEAT. A valid invoice that one of them cannot express gets the warning `not_expressible` with the rule; `not_signable` warns of a Facturae that no certificate of the issuer can sign, and `name_split_guessed` warns of a name that Facturae would split by a guess. `spfe` judges UBL with that profile, and says of each invoice whether the duty of electronic invoices does not concern it (`spfe_not_concerned`) or which fact is missing (`spfe_concern_unknown`). The profiles of its issuer and of its recipient are considered.',
    }),
  ),
  profile: PROFILE_PARAMETERS[2],
  census: Type.Optional(
    wordOf(['warn'], {
      description:
        "`warn` compares the issuers and the Spanish recipients with AEAT's census, as an organization does that is set to it (`census` of `GET /me`): a party that AEAT does not identify is a warning, or an error if the organization refuses it. The request waits for AEAT for up to 10 seconds.",
    }),
  ),
});

const PLAIN = {
  body: BATCH_DOCUMENT,
  description: `${DRY_RUN} ${STORES_NOTHING}`,
  answered: 'The findings (none if every invoice is valid) and the warnings',
  answer: ValidationAnswer,
  build: buildValidationAnswer,
};
const DETAILED = {
  body: FULL_BATCH_DOCUMENT,
  description: `${DRY_RUN} Of each valid invoice it returns the computed totals and tax groups. ${STORES_NOTHING}`,
  answered:
    'The errors and the warnings (both empty if there are none), and the amounts of the valid invoices',
  answer: DetailedAnswer,
  build: buildDetailedAnswer,
};

/** POST /invoice_batches/validate of each version: a dry run. */
export const validateBatchRoutes: FastifyPluginAsync<
  Dependencies & { readonly withBody: WithBody; readonly intake: Intake; readonly form: ApiForm }
> = async (app, dependencies) => {
  const { form, withBody, intake, environment, pool, now } = dependencies;
  const withCensusPermit = createSemaphore(PERMITS.census);
  const { rules, hasDetails } = form;
  const { description, body: document, answered, answer, build } = hasDetails ? DETAILED : PLAIN;
  app.post<{ Querystring: { documents?: string; profile?: string; census?: 'warn' } }>(
    '/invoice_batches/validate',
    {
      bodyLimit: environment.CREATE_BODY_LIMIT,
      config: { right: 'submit' },
      schema: {
        operationId: 'validateInvoiceBatch',
        summary: 'Validate invoice batch',
        description,
        tags: ['Invoice batches'],
        body: document,
        ...(hasDetails && { querystring: FORMATS }),
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
      const formats = hasDetails
        ? { ...readFormats(query.documents), profile: readProfile(2, 'ubl', query.profile) }
        : ({ formats: [], profile: 'cen' } as const);
      const mode = hasDetails
        ? stricter((await readCensusSetting(pool, organization.organizationId)).census, query.census)
        : 'off';
      const validating = withBody(request, (body) =>
        validateBatch(
          { ...intake, pool },
          {
            rules,
            wantsAmounts: hasDetails,
            wantsParties: mode !== 'off',
            organization,
            body,
            formats,
            now: now(),
          },
        ),
      );
      const outcome = await validating.catch(tooMany);
      if (outcome.kind !== 'validated') throw new ApiError(outcome);
      let validation: Validation = outcome;
      if (mode !== 'off' && outcome.parties.size > 0) {
        // What follows only waits and has its own semaphore.
        releasePermit(request);
        const gone = whenGone(reply);
        const { organizationId } = organization;
        const judgement = await withCensusPermit(organizationId, () =>
          awaitCensus(dependencies, organizationId, outcome.parties, mode, gone),
        ).catch(tooMany);
        validation = addCensus(outcome, judgement);
      }
      const text = await build(validation);
      const told = chooseMessages(text, chooseLanguage(request, reply));
      // Encoded once: as a text it would be encoded to count its bytes and again to send it, which
      // takes 10 ms each for 3 MB.
      return reply.type('application/json; charset=utf-8').send(Buffer.from(told));
    },
  );
};

/** Returns what an organization does, or what a request asks for if that is more. */
function stricter(own: CensusMode, asked: CensusMode = 'off'): CensusMode {
  return CENSUS_MODES.indexOf(own) >= CENSUS_MODES.indexOf(asked) ? own : asked;
}

function tooMany(error: unknown): never {
  throw error instanceof SemaphoreTimeout ? apiError('many_validations', {}) : error;
}
