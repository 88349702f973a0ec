import { PERMITS } from '../../platform/admission/limits.ts';
import type { FastifyPluginAsync } from 'fastify';
import { apiError } from '../../contracts/api-error.ts';
import { API_VERSIONS } from '../../contracts/codes.ts';
import {
  CreateSessionBody,
  type SessionAnswer,
  SessionAnswer as SessionAnswerSchema,
} from '../../contracts/answers.ts';
import { formatInstant } from '../../contracts/instant.ts';
import { createSemaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { parseJson } from '../../accept/parse-json.ts';
import { type Authenticator, createSession } from '../access/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors, EXTENSIONS } from '../documentation/describe-answers.ts';
import { installRateLimit } from '../rate-limits.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import { PREFIXES } from '../versions.ts';

/** Room for an API key and the JSON around it. */
const BODY_LIMIT = 16 * 1024;

/** POST /auth/sessions of each version: exchanges an API key for a session token, which is valid for all versions. */
export const sessionRoutes: FastifyPluginAsync<
  Dependencies & { readonly withBody: WithBody; readonly authenticator: Authenticator }
> = async (app, dependencies) => {
  const { withBody, authenticator, pool, now, redis, environment } = dependencies;
  await installRateLimit(app, redis, { max: environment.SESSION_RATE_LIMIT, key: 'address' });

  const withPermit = createSemaphore(PERMITS.keyLookUps);

  for (const version of API_VERSIONS)
    app.post(
      `${PREFIXES[version]}/auth/sessions`,
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          operationId: 'createSession',
          summary: 'Create session',
          description: 'Exchanges an API key for a session token that is valid for 24 hours.',
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
        const apiKey = await withBody(request, async (body) =>
          readApiKey(request.headers['content-type'] === undefined ? null : body),
        );
        const session = await withPermit('all', () => createSession(pool, apiKey, now())).catch(
          (error: unknown) => {
            throw error instanceof SemaphoreTimeout ? apiError('many_sessions', {}) : error;
          },
        );
        if (!session) {
          request.refusedSecret = apiKey;
          throw apiError('invalid_api_key', {});
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
  for (const version of API_VERSIONS)
    app.delete(
      `${PREFIXES[version]}/auth/sessions`,
      {
        schema: {
          operationId: 'endSession',
          summary: 'End session',
          description:
            'Ends the session of the token in the request. Every process refuses the token within two seconds.',
          tags: [version === 1 ? EXTENSIONS : 'Sessions'],
          response: {
            204: { description: 'The session token is revoked', type: 'null' },
            ...documentErrors(400, 401, 415, 429, 500, 503),
          },
        },
      },
      async (request, reply) => {
        await authenticator.dismiss(request.headers.authorization!);
        return reply.code(204).send();
      },
    );
};

/**
 * Reads the API key from the body of the request. A request without a body has no api_key.
 * @throws ApiError
 */
function readApiKey(body: Buffer | null): string {
  const value: unknown = body ? parseJson(body).value : {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw apiError('session_not_object', {});
  const apiKey = (value as { api_key?: unknown }).api_key;
  if (apiKey === undefined || apiKey === null) throw apiError('api_key_missing', {});
  if (typeof apiKey !== 'string') throw apiError('api_key_not_text', {});
  if (apiKey.trim() === '') throw apiError('api_key_blank', {});
  return apiKey;
}
