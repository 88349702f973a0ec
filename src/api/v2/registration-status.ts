import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { BothRegistersAnswer } from '../../contracts/v2/registration-status.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { buildRegistrationStatus, joinRegisters } from '../answers/registration-status-answer.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';
import { exactText } from '../queries/parameters.ts';
import { listRegistrationStatus, listSiiStatus } from '../reads/registration-status.ts';
import { MOST_ISSUERS } from '../routes/registration-status.ts';

/**
 * GET /registration_status of version 2: returns what waits for AEAT in both registers (VeriFactu:
 * Orden HAC/1177/2024, art. 16.4; SII: RIVA, art. 69 bis).
 */
export const bothRegistersRoute: FastifyPluginAsync<Dependencies> = async (app, { pool, now }) => {
  app.get<{ Querystring: { issuer_nif?: string } }>(
    '/registration_status',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getRegistrationStatus',
        summary: 'Get the status of the registration at AEAT',
        description: `Returns for each issuer what waits for AEAT. With VeriFactu: the number of registration records without an answer, the time of the oldest, and the incident that keeps them from AEAT, if there is one. In SII (\`sii\`): the number of entries without an answer, the time of the oldest, the next last day, and why nothing is sent, if an operator must act. An organization with more than ${MOST_ISSUERS} issuers must specify \`issuer_nif\`.`,
        tags: ['Invoices'],
        querystring: Type.Object({
          issuer_nif: Type.Optional(
            exactText('Only this issuer. The list is empty if it has no records and no entries.'),
          ),
        }),
        response: {
          200: describeAnswer('The status of the registration, per issuer', BothRegistersAnswer),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request): Promise<BothRegistersAnswer> => {
      const { organizationId } = organizationOf(request);
      const nif = request.query.issuer_nif ?? null;
      const [records, entries] = await Promise.all([
        listRegistrationStatus(pool, organizationId, nif, MOST_ISSUERS + 1),
        listSiiStatus(pool, organizationId, nif, todayInMadrid(now()), MOST_ISSUERS + 1),
      ]);
      const data = joinRegisters(records.map(buildRegistrationStatus), entries);
      if (data.length > MOST_ISSUERS) throw apiError('many_issuers', { most: MOST_ISSUERS });
      return { data };
    },
  );
};
