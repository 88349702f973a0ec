import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { RegistrationStatusAnswer } from '../../contracts/answers.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
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
 * GET /registration_status of each version: returns the number of pending records and the start of an incident (Orden
 * HAC/1177/2024, art. 16.4).
 */
export const registrationStatusRoute: FastifyPluginAsync<
  Dependencies & { readonly version: ApiVersion }
> = async (app, { pool, version }) => {
  app.get<{ Querystring: Query<'issuer_nif'> }>(
    '/registration_status',
    {
      schema: {
        operationId: 'getRegistrationStatus',
        summary: 'Get the status of the registration at AEAT',
        description: `Returns for each issuer the number of registration records without an answer of AEAT, the time of the oldest, and the incident that keeps them from AEAT, if there is one. An organization with more than ${MOST_ISSUERS} issuers must specify \`issuer_nif\`.`,
        tags: [version === 1 ? EXTENSIONS : 'Invoices'],
        querystring: Type.Object({
          issuer_nif: Type.Optional(
            Type.String({ description: 'Only this issuer. The list is empty if it has no records.' }),
          ),
        }),
        response: {
          200: describeAnswer('The status of the registration, per issuer', RegistrationStatusAnswer),
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
