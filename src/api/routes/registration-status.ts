import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { RegistrationStatusAnswer } from '../../contracts/answers.ts';
import { listRegistrationStatus } from '../reads/registration-status.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors, EXTENSIONS } from '../documentation/describe-answers.ts';
import { readExactText } from '../filters.ts';
import type { Query } from '../ids-and-pages.ts';
import { buildRegistrationStatus } from '../registration-status-answer.ts';

/** The answer has no pages; this many issuers take about 200 kB. */
const MOST_ISSUERS = 1000;

/**
 * GET /registration_status: returns the number of pending records and the start of an incident (Orden
 * HAC/1177/2024, art. 16.4).
 */
export const registrationStatusRoute: FastifyPluginAsync<Dependencies> = async (app, { pool }) => {
  app.get<{ Querystring: Query<'issuer_nif'> }>(
    '/registration_status',
    {
      schema: {
        operationId: 'getRegistrationStatus',
        summary: 'Get how the registration at AEAT stands',
        description: `Per issuer: how many registration records wait for AEAT's answer, since when, and what keeps them from it. An organization with more than ${MOST_ISSUERS} issuers asks with \`issuer_nif\`.`,
        tags: [EXTENSIONS],
        querystring: Type.Object({
          issuer_nif: Type.Optional(
            Type.String({ description: 'Only this issuer; an empty list where it has no records.' }),
          ),
        }),
        response: {
          200: describeAnswer('The state of registration, per issuer', RegistrationStatusAnswer),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request): Promise<RegistrationStatusAnswer> => {
      const { organizationId } = organizationOf(request);
      const issuerNif = readExactText('issuer_nif', request.query.issuer_nif);
      const statuses = await listRegistrationStatus(pool, organizationId, issuerNif, MOST_ISSUERS + 1);
      if (statuses.length > MOST_ISSUERS) throw apiError('many_issuers', { most: MOST_ISSUERS });
      return { data: statuses.map(buildRegistrationStatus) };
    },
  );
};
