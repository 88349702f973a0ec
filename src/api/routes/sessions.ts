import { PERMITS } from '../../platform/admission/limits.ts';
import type { FastifyPluginAsync } from 'fastify';
import { apiError } from '../../contracts/api-error.ts';
import {
  CreateSessionBody,
  type SessionAnswer,
  SessionAnswer as SessionAnswerSchema,
} from '../../contracts/answers.ts';
import { formatInstant } from '../../contracts/instant.ts';
import { createSemaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { type Authenticator, createSession } from '../../organizations/access/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';
import { installRateLimit } from '../limits/rate-limits.ts';
import { isApiKey } from '../answers/challenge.ts';
import { explainApiKey } from '../answers/explain-credentials.ts';
import { openBodyReader } from '../bodies/open-body-reader.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import { API_FORMS } from '../versions.ts';

/** Room for an API key and the JSON around it. */
const BODY_LIMIT = 16 * 1024;

/**
 * POST /auth/sessions of each version: exchanges an API key for a session token, which is valid for
 * all versions.
 */
export const sessionRoutes: FastifyPluginAsync<
  Dependencies & { readonly withBody: WithBody; readonly authenticator: Authenticator }
> = async (app, dependencies) => {
  const { withBody, authenticator, pool, now, redis, environment } = dependencies;
  await installRateLimit(app, redis, { max: environment.SESSION_RATE_LIMIT, key: 'address' });

  const withPermit = createSemaphore(PERMITS.keyLookUps);

  for (const { prefix, acceptsKeys } of Object.values(API_FORMS))
    app.post(
      `${prefix}/auth/sessions`,
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          operationId: 'createSession',
          summary: 'Create session',
          description: acceptsKeys
            ? 'Exchanges an API key for a session token that is valid for 24 hours. Every request also accepts the API key itself: a session is only needed where a secret should be valid for a short time.'
            : 'Exchanges an API key for a session token that is valid for 24 hours.',
          tags: ['Sessions'],
          security: [],
          body: CreateSessionBody,
          response: {
            201: describeAnswer('The session', SessionAnswerSchema),
            ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          },
        },
      },
      async (request, reply) => {
        const { api_key: apiKey } = await withBody(request, async (body) =>
          // A request without a body has no api_key.
          readBody(request.headers['content-type'] === undefined ? NO_MEMBERS : body),
        );
        const session = await withPermit('all', () => createSession(pool, apiKey, now())).catch(
          (error: unknown) => {
            throw error instanceof SemaphoreTimeout ? apiError('many_sessions', {}) : error;
          },
        );
        if (!session) {
          request.refusedSecret = apiKey;
          throw acceptsKeys ? explainApiKey(apiKey) : apiError('invalid_api_key', {});
        }
        authenticator.welcome(session.token);
        reply.code(201);
        return {
          session_token: session.token,
          expires_at: formatInstant(session.expiresAt),
        } satisfies SessionAnswer;
      },
    );
};

/** DELETE /auth/sessions of each version: ends the session of the request. */
export const logoutRoute: FastifyPluginAsync<{ readonly authenticator: Authenticator }> = async (
  app,
  { authenticator },
) => {
  for (const { prefix, acceptsKeys } of Object.values(API_FORMS))
    app.delete(
      `${prefix}/auth/sessions`,
      {
        config: { right: null },
        schema: {
          operationId: 'endSession',
          summary: 'End session',
          description: `Ends the session of the token in the request. Every process refuses the token within two seconds.${acceptsKeys ? ' A request that was sent with an API key is refused: only an operator can revoke a key.' : ''}`,
          tags: ['Sessions'],
          response: {
            204: { description: 'The session token is revoked', type: 'null' },
            ...documentErrors(400, 401, 415, 429, 500, 503),
          },
        },
      },
      async (request, reply) => {
        if (isApiKey(request.headers.authorization!)) throw apiError('key_is_no_session', {});
        await authenticator.dismiss(request.headers.authorization!);
        return reply.code(204).send();
      },
    );
};

const NO_MEMBERS = Buffer.from('{}');
const readBody = openBodyReader(CreateSessionBody, (_faults, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return apiError('session_not_object', {});
  const { api_key: apiKey } = value as { readonly api_key?: unknown };
  if (apiKey === undefined || apiKey === null) return apiError('api_key_missing', {});
  return apiError(typeof apiKey === 'string' ? 'api_key_blank' : 'api_key_not_text', {});
});
