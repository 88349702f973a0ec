import type { FastifyPluginAsync } from 'fastify';
import { apiError } from '../../contracts/api-error.ts';
import { ISSUED_WITHIN_SECONDS, MAX_BATCH_INVOICES } from '../../contracts/limits.ts';
import { AccessAnswer } from '../../contracts/v2/access-answer.ts';
import { readCensusSetting } from '../../organizations/census/census-checks.ts';
import { describeAccess } from '../../organizations/access/session-statements.ts';
import { readDecisionsOf } from '../../organizations/registers/known-decisions.ts';
import { isProduction } from '../../platform/config/environment.ts';
import { sessionOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';

/** GET /me: describes what the API key or session of the request gives access to. */
export const accessRoute: FastifyPluginAsync<Dependencies> = async (app, { pool, now, environment }) => {
  app.get(
    '/me',
    {
      config: { right: null },
      schema: {
        operationId: 'getAccess',
        summary: 'Get your organization, rights and limits',
        description:
          'Returns what the API key or session of the request gives access to: the organization, the rights of the key, the issuers for which it may issue and their registers, the limits, and whether invoices are registered at AEAT or in a test environment. Any key may ask, whatever its rights.',
        tags: ['Access'],
        response: {
          200: describeAnswer('What the request has access to', AccessAnswer),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request): Promise<AccessAnswer> => {
      const access = await describeAccess(pool, sessionOf(request).tokenHash, now());
      // It ended while the process still remembered it.
      if (access === null) throw apiError('unknown_api_key', {});
      const decisions = access.issuerNifs === null ? null : await readDecisionsOf(pool, access.issuerNifs);
      const { census, whenUnavailable } = await readCensusSetting(pool, access.organizationId);
      return {
        data: {
          organization: {
            id: access.organizationId,
            name: access.organizationName,
            verifactu: access.verifactu,
            outside_reason: access.outsideReason,
            migrating: access.isMigrating,
            unique_external_ids: access.hasUniqueIds,
            census,
            census_when_unavailable: whenUnavailable,
            paused_at: access.pausedAt,
          },
          key: { id: access.keyId, prefix: access.prefix },
          session_expires_at: access.expiresAt,
          rights: [...access.rights],
          issuer_nifs: access.issuerNifs && [...access.issuerNifs],
          registers:
            decisions?.map(({ issuerNif, register, period, validFrom }) => ({
              issuer_nif: issuerNif,
              register,
              period,
              from: validFrom,
            })) ?? null,
          environment: isProduction(environment) ? 'production' : 'test',
          limits: {
            requests_per_minute: environment.READ_RATE_LIMIT,
            invoices_per_batch: MAX_BATCH_INVOICES,
            body_bytes: environment.CREATE_BODY_LIMIT,
            failed_invoices_per_hour: environment.FAILED_INVOICES_PER_HOUR,
            invoice_wait_seconds: ISSUED_WITHIN_SECONDS,
            seconds_between_batches: environment.CREATE_COOLDOWN_SECONDS,
          },
        },
      };
    },
  );
};
