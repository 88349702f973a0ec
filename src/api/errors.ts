import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../contracts/answers.ts';
import { ApiError, apiError } from '../contracts/api-error.ts';
import { helpOf } from '../contracts/v2/details.ts';
import type { ErrorBody as ErrorBodyV2 } from '../contracts/v2/error-answer.ts';
import { SemaphoreTimeout } from '../platform/admission/semaphore.ts';
import { DamagedRenderBatchError } from '../render/postprocess/open-extractor.ts';
import { isDatabaseUnavailable, isDiskFull } from '../platform/postgres/failures.ts';
import { ReadTooLongError } from '../platform/postgres/scoped-query.ts';
import { MonthArchivedError } from '../platform/postgres/partitions/archived-months.ts';
import { StoreAwayError } from '../render/store/render-store.ts';
import { chooseLanguage } from './choose-language.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { type Said, translateRefusal } from './spanish/translate-refusal.ts';
import { versionOf } from './versions.ts';

/**
 * Maximum number of characters of an unknown path that the error shows, so that the answer is not much longer
 * than the request.
 */
const MAX_PATH = 100;

/** Headers of a file that an error answer must not carry. */
const OF_FILES = ['ETag', 'Content-Disposition', 'Content-Length', 'X-Annulled-At'];

/** Answers every failure with an error object, whatever threw it. */
export function installErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const shown = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
    send(request, reply, apiError('unknown_path', { method: request.method, path: shown }));
  });
  app.setErrorHandler<FastifyError>(answerError);
}

/** Answers an error that a route, a hook or the framework threw. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  // Hooks do not run for requests that the framework refuses.
  reply.header('X-Request-Id', request.id).headers(SECURITY_HEADERS);
  send(request, reply, error instanceof ApiError ? error : translate(error, request));
}

/** Returns the error answer for any other error and logs the errors that concern an operator. */
function translate(error: FastifyError, { log }: FastifyRequest): ApiError {
  // An error with a status concerns the request: a connection that the client closed also reports ECONNRESET.
  if (error.statusCode === undefined && isDatabaseUnavailable(error)) {
    if (isDiskFull(error)) log.error({ err: error }, 'The disk of PostgreSQL is full');
    else log.warn({ err: error }, 'The database is not available');
    return apiError('outage', {});
  }
  if (error instanceof ReadTooLongError) {
    log.warn({ err: error }, 'A read exceeded its time limit and was canceled');
    return apiError('long_read', { seconds: error.seconds });
  }
  // It is being rendered again.
  if (error instanceof DamagedRenderBatchError) return apiError('pdf_pending', {});
  if (error instanceof SemaphoreTimeout) return apiError('busy_organization', {});
  if (error instanceof StoreAwayError) {
    log.warn({ err: error }, 'The render store is not available');
    return apiError('outage', {});
  }
  if (error instanceof MonthArchivedError) return apiError('archived_month', { month: error.month });
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return apiError('wrong_media_type', {});
  const { statusCode: status = 500 } = error;
  if (status >= 400 && status < 500) return apiError('unreadable_request', { reason: error.message });
  log.error({ err: error }, 'The request failed');
  return apiError('internal_error', {});
}

function send(request: FastifyRequest, reply: FastifyReply, error: ApiError): void {
  const { statusCode, retryAfterSeconds } = error;
  const language = chooseLanguage(request, reply);
  const body =
    versionOf(request) === 1
      ? buildBody(error)
      : buildBodyV2(
          error,
          language === 'es' ? translateRefusal(error.refusal) : sayInEnglish(error),
          request.id,
        );
  // The read of the file failed before its first byte was sent, so the answer is not a file.
  for (const name of OF_FILES) void reply.removeHeader(name);
  if (retryAfterSeconds !== null) reply.header('Retry-After', retryAfterSeconds);
  reply.header('Cache-Control', SECURITY_HEADERS['Cache-Control']);
  void reply.code(statusCode).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function buildBody({ code, message }: ApiError): ErrorBody {
  return { error: { code, message } };
}

function sayInEnglish({ message, refusal }: ApiError): Said {
  return { message, members: refusal.members ?? [] };
}

function buildBodyV2({ code }: ApiError, { message, members }: Said, requestId: string): ErrorBodyV2 {
  const details = members.map((member) => ({
    path: member.path,
    code: member.code,
    message: member.message,
    aeat_code: member.aeatCode,
    help: helpOf(member.code),
    ...(member.rule !== undefined && { rule: member.rule }),
  }));
  return { error: { code, message, request_id: requestId, details } };
}
