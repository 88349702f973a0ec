import type { FastifyPluginAsync } from 'fastify';
import {
  CreateSessionBody,
  type SessionAnswer,
  SessionAnswer as SessionAnswerSchema,
} from '../../contracts/answers.ts';
import { formatInstant } from '../../contracts/instant.ts';
import { createTurns, TurnTimeout } from '../../platform/admission/semaphore.ts';
import { BodySyntaxError, parseJson } from '../../accept/parse-json.ts';
import { type Authenticator, createSession } from '../access/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors, EXTENSIONS } from '../documentation/describe-answers.ts';
import { ServiceBusy } from '../errors.ts';
import { installRateLimit } from '../rate-limits.ts';
import type { WithBody } from '../bodies/request-bodies.ts';

/** An API key and some room. */
const BODY_LIMIT = 16 * 1024;

/** Keys that are looked up at a time, whoever brings them: guesses from any number of addresses leave connections to the database to others. */
const KEYS_AT_ONCE = 3;
const PATIENCE_MS = 5000;

/** POST /auth/sessions: exchanges an API key for a session token. */
export const sessionRoutes: FastifyPluginAsync<
  Dependencies & { readonly withBody: WithBody; readonly authenticator: Authenticator }
> = async (app, dependencies) => {
  const { withBody, authenticator, pool, now, redis, environment } = dependencies;
  await installRateLimit(app, redis, { max: environment.SESSION_RATE_LIMIT, key: 'address' });

  const inTurn = createTurns(KEYS_AT_ONCE, PATIENCE_MS);

  app.post(
    '/auth/sessions',
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'createSession',
        summary: 'Create session',
        description: 'Exchanges an API key for a session token that lives 24 hours.',
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
      if (apiKey instanceof Error) throw app.httpErrors.badRequest(apiKey.message);
      const session = await inTurn('all', () => createSession(pool, apiKey, now())).catch(
        (error: unknown) => {
          throw error instanceof TurnTimeout
            ? new ServiceBusy('Too many sessions are being created; try again in a second')
            : error;
        },
      );
      if (!session) {
        request.refusedSecret = apiKey;
        throw app.httpErrors.unauthorized('Invalid API key');
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

/** DELETE /auth/sessions: ends the session of the request. */
export const logoutRoute: FastifyPluginAsync<{ readonly authenticator: Authenticator }> = async (
  app,
  { authenticator },
) => {
  app.delete(
    '/auth/sessions',
    {
      schema: {
        operationId: 'endSession',
        summary: 'End session',
        description:
          'Ends the session whose token the request carries, within two seconds for every process that answers.',
        tags: [EXTENSIONS],
        response: {
          204: { description: 'The session has ended', type: 'null' },
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

/** A request without a body has no api_key. */
function readApiKey(body: Buffer | null): string | Error {
  let value: unknown;
  try {
    value = body ? parseJson(body).value : {};
  } catch (error) {
    if (error instanceof BodySyntaxError) return error;
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Error('Body must be an object');
  const apiKey = (value as { api_key?: unknown }).api_key;
  if (apiKey === undefined || apiKey === null) return new Error('api_key is required');
  if (typeof apiKey !== 'string') return new Error('api_key must be a string');
  return apiKey.trim() === '' ? new Error("api_key can't be blank") : apiKey;
}
