import type { FastifyPluginAsync } from 'fastify';
import { type Static, Type } from 'typebox';
import { single } from '../../contracts/answers.ts';
import { SpfeReadinessView, SpfeStatusView } from '../../contracts/v2/spfe-status.ts';
import { limitDownloads } from '../../deliver/download-permits.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { type PermitLimit, PERMITS } from '../../platform/admission/limits.ts';
import type { Semaphore } from '../../platform/admission/semaphore.ts';
import { examineMonth } from '../../spfe/examine-month.ts';
import { readSpfeStatus, sayUnpublished } from '../../spfe/read-status.ts';
import { organizationOf } from '../authentication.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import { exactText, yearMonth } from '../queries/parameters.ts';

const TAG = ['Electronic invoices'];

const ReadinessQuery = Type.Object({
  month: yearMonth('The month of the issue dates, such as 2026-11.'),
  issuer_nif: Type.Optional(exactText('Only the invoices of this issuer.')),
});

/** GET /spfe/status and GET /spfe/readiness of version 2 */
export const spfeStatusRoutes: FastifyPluginAsync<
  Dependencies & { readonly openPermits: (limit: PermitLimit) => Semaphore }
> = async (app, { pool, now, environment, openPermits }) => {
  const whileOwn = openPermits(PERMITS.readiness);
  const whileAny = openPermits(PERMITS.allReadiness);
  const whileExamined = limitDownloads(
    (organizationId, work) => whileOwn(organizationId, () => whileAny('all', work)),
    'many_readiness',
  );
  app.get(
    '/spfe/status',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getSpfeStatus',
        summary: "Get the status of AEAT's public solution of electronic invoices",
        description:
          "Returns whether the engine has a connection to AEAT's public solution of electronic invoices (SPFE), what the operator decided about each issuer, how many deliveries are in each state, and what keeps them.",
        tags: TAG,
        response: {
          200: describeAnswer('The status', single(SpfeStatusView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const language = chooseLanguage(request, reply);
      const facts = { environment, today: todayInMadrid(now()), language };
      return { data: await readSpfeStatus(pool, organizationOf(request), facts) };
    },
  );

  app.get<{ Querystring: Static<typeof ReadinessQuery> }>(
    '/spfe/readiness',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getSpfeReadiness',
        summary: 'Get how ready the invoices of a month are for electronic invoicing',
        description:
          'Examines the issued invoices of a month as if the duty of electronic invoices had applied to them (RD 238/2026): how many it would concern, of how many a fact is missing, how many could be expressed in the file of the public solution of AEAT, and which rules prevent the others. It takes the present profiles of issuers and recipients, so that a change shows at once, and needs no decision of the operator. A month of 100,000 invoices takes up to a minute, and each organization examines one month at a time.',
        tags: TAG,
        querystring: ReadinessQuery,
        response: {
          200: describeAnswer('The counts', single(SpfeReadinessView)),
          ...documentErrors(400, 401, 429, 500, 503),
          422: describeError('`unprocessable_content`: the month is archived; the operator can restore it'),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const { month, issuer_nif: issuerNif = null } = request.query;
      const language = chooseLanguage(request, reply);
      // What follows has its own semaphores.
      releasePermit(request);
      const asked = { month, issuerNif, isWanted: () => !reply.raw.destroyed };
      const found = await whileExamined(organizationId, () =>
        examineMonth(pool, organizationId, asked, language),
      );
      return {
        data: { month, issuer_nif: issuerNif, notice: sayUnpublished(environment, language), ...found },
      };
    },
  );
};
