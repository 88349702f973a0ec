import type { FastifyPluginAsync } from 'fastify';
import { type Static, Type } from 'typebox';
import { single } from '../../contracts/answers.ts';
import { SpfeReadinessView, SpfeStatusView } from '../../contracts/v2/spfe-status.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { examineMonth } from '../../spfe/examine-month.ts';
import { readSpfeStatus, sayUnpublished } from '../../spfe/read-status.ts';
import { organizationOf } from '../authentication.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { exactText } from '../queries/parameters.ts';

const TAG = ['Electronic invoices'];

const ReadinessQuery = Type.Object({
  month: Type.String({
    pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
    description: 'The month of the issue dates, such as 2026-11.',
  }),
  issuer_nif: Type.Optional(exactText('Only the invoices of this issuer.')),
});

/** GET /spfe/status and GET /spfe/readiness of version 2 */
export const spfeStatusRoutes: FastifyPluginAsync<Dependencies> = async (app, { pool, now, environment }) => {
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
          ...documentErrors(401, 429, 500, 503),
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
          'Examines the issued invoices of a month as if the duty of electronic invoices had applied to them (RD 238/2026): how many it would concern, of how many a fact is missing, how many could be expressed in the file of the public solution of AEAT, and which rules prevent the others. It takes the present profiles of issuers and recipients, so that a change shows at once, and needs no decision of the operator. A month of 100,000 invoices takes up to a minute.',
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
      const found = await examineMonth(pool, organizationId, { month, issuerNif }, language);
      return {
        data: { month, issuer_nif: issuerNif, notice: sayUnpublished(environment, language), ...found },
      };
    },
  );
};
