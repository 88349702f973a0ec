import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../contracts/answers.ts';
import { CORRECTION_REFUSALS } from '../contracts/codes.ts';
import { TooManyWrongTokens } from './access/sessions.ts';
import { TurnTimeout } from '../platform/admission/semaphore.ts';
import { isDatabaseUnavailable, isDiskFull } from '../platform/postgres/failures.ts';
import { ReadTooLongError } from '../platform/postgres/scoped-query.ts';
import { MonthAwayError } from '../platform/postgres/partitions/archived-months.ts';
import { StoreAwayError } from '../render/store/render-store.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** The code of a status that has only one; 422 always brings its own. */
export const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'unprocessable_content',
  429: 'too_many_requests',
  431: 'headers_too_large',
  500: 'internal_error',
  503: 'service_unavailable',
};
/** The codes that 422 has. */
export const OWN_422_CODES: ReadonlySet<string> = new Set<string>([
  'missing_idempotency_key',
  'invalid_idempotency_key',
  'validation_failed',
  'unprocessable_content',
  ...CORRECTION_REFUSALS,
]);

/*
 * Whether a create that was under way was stored cannot be known when the connection broke as it was committed. The same key makes
 * asking again safe.
 */
const OUTAGE =
  'The service is not available now; send the same request again, with the same Idempotency-Key if it has one';
/** Seconds that a client should wait when a dependency is down. */
const RETRY_AFTER_OUTAGE = 5;

const RETRY_AFTER_BUSY = 2;

/** Of a path that is not there, characters that are shown: nobody is answered much more than they sent. */
const MAX_PATH = 100;

/** What an answer that is a file carries, and an error does not. */
const OF_FILES = ['ETag', 'Content-Disposition', 'Content-Length'];

/** There is no room for a request now. The message is for the client. */
export class ServiceBusy extends Error {
  override name = 'ServiceBusy';
}

/** Makes every answer that is not a success an error object, whatever threw it. */
export function installErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const shown = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
    send(reply, 404, 'not_found', `There is no ${request.method} ${shown}`);
  });
  app.setErrorHandler<FastifyError>(answerError);
}

/** Answers what a route, a hook or the framework threw. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  // Hooks don't run for what the framework refuses.
  reply.header('X-Request-Id', request.id).headers(SECURITY_HEADERS);
  // An error with a status is about the request: a connection that the client dropped also says ECONNRESET.
  if (error.statusCode === undefined && isDatabaseUnavailable(error)) {
    if (isDiskFull(error)) request.log.error({ err: error }, 'The disk of PostgreSQL is full');
    else request.log.warn({ err: error }, 'The database is not available');
    reply.header('Retry-After', RETRY_AFTER_OUTAGE);
    return send(reply, 503, 'service_unavailable', OUTAGE);
  }
  if (error instanceof ReadTooLongError) {
    request.log.warn({ err: error }, 'A read took too long and was ended');
    reply.header('Retry-After', RETRY_AFTER_OUTAGE);
    return send(
      reply,
      503,
      'service_unavailable',
      `This read was ended after ${error.seconds} s; narrow its filters, or send it again when the service is less busy`,
    );
  }
  if (error instanceof TurnTimeout) {
    reply.header('Retry-After', RETRY_AFTER_BUSY);
    return send(
      reply,
      429,
      'too_many_requests',
      'Too many requests of this organization are being worked on at the same time; send fewer at a time',
    );
  }
  if (error instanceof StoreAwayError) {
    request.log.warn({ err: error }, 'The store of prints is not available');
    reply.header('Retry-After', RETRY_AFTER_OUTAGE);
    return send(reply, 503, 'service_unavailable', OUTAGE);
  }
  if (error instanceof MonthAwayError)
    return send(
      reply,
      422,
      'unprocessable_content',
      `What was accepted in ${error.month} is archived: whoever runs this service can bring it back to be read`,
    );
  if (error instanceof ServiceBusy) {
    reply.header('Retry-After', RETRY_AFTER_BUSY);
    return send(reply, 503, 'service_unavailable', error.message);
  }
  if (error instanceof TooManyWrongTokens) {
    reply.header('Retry-After', error.seconds);
    return send(reply, 429, 'too_many_requests', error.message);
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) {
    request.log.error({ err: error }, 'The request failed');
    const message = 'Something went wrong on our side; the request id helps to find it';
    return send(reply, 500, 'internal_error', message);
  }
  const code = OWN_422_CODES.has(error.code) ? error.code : (CODES[status] ?? 'bad_request');
  return send(reply, status, code, FRAMEWORK_MESSAGES[error.code] ?? error.message);
}

/** Fastify's own messages speak of its internals. */
const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Content-Type must be application/json',
};

function send(reply: FastifyReply, status: number, code: string, message: string): void {
  const body: ErrorBody = { error: { code, message } };
  // A file that could not be read before its first byte went out is none.
  for (const name of OF_FILES) void reply.removeHeader(name);
  reply.header('Cache-Control', SECURITY_HEADERS['Cache-Control']);
  void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
