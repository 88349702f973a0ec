import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { RegistrationStatusAnswer } from '../../contracts/answers.ts';
import { listRegistrationStatus } from '../reads/registration-status.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';
import { exactText } from '../queries/parameters.ts';
import { buildRegistrationStatus } from '../answers/registration-status-answer.ts';

/** The answer has no pages; this many issuers take about 200 kB. */
export const MOST_ISSUERS = 1000;

/**
 * GET /registration_status of version 1: returns the number of pending records and the start of
 * an incident (Orden HAC/1177/2024, art. 16.4).
 */
export const registrationStatusRoute: FastifyPluginAsync<Dependencies> = async (app, { pool }) => {
  app.get<{ Querystring: { issuer_nif?: string } }>(
    '/registration_status',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getRegistrationStatus',
        summary: 'Get the status of the registration at AEAT',
        description: `Returns for each issuer the number of registration records without an answer of AEAT, the time of the oldest, and the incident that keeps them from AEAT, if there is one. An organization with more than ${MOST_ISSUERS} issuers must specify \`issuer_nif\`.`,
        tags: ['Invoices'],
        querystring: Type.Object({
          issuer_nif: Type.Optional(exactText('Only this issuer. The list is empty if it has no records.')),
        }),
        response: {
          200: describeAnswer('The status of the registration, per issuer', RegistrationStatusAnswer),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request): Promise<RegistrationStatusAnswer> => {
      const { organizationId } = organizationOf(request);
      const issuerNif = request.query.issuer_nif ?? null;
      const statuses = await listRegistrationStatus(pool, organizationId, issuerNif, MOST_ISSUERS + 1);
      if (statuses.length > MOST_ISSUERS) throw apiError('many_issuers', { most: MOST_ISSUERS });
      return { data: statuses.map(buildRegistrationStatus) };
    },
  );
};
