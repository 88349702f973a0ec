import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { ErrorBody } from '../../contracts/answers.ts';
import { ApiError, apiError, type ApiRefusal } from '../../contracts/api-error.ts';
import { answerOf } from '../../contracts/api-error-catalogue.ts';
import { ANSWER_ANCHOR, ANSWER_ENTRIES } from '../../contracts/v2/answer-reference.ts';
import type { CodeEntry } from '../../contracts/v2/code-entry.ts';
import { helpOf } from '../../contracts/v2/details.ts';
import {
  type ErrorBody as DetailedBody,
  type Problem,
  PROBLEM_TYPE,
} from '../../contracts/v2/error-answer.ts';
import { SPANISH_ANSWER_ENTRIES } from '../../contracts/v2/spanish-answer-reference.ts';
import { SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { DamagedRenderBatchError } from '../../render/postprocess/open-extractor.ts';
import { isDatabaseUnavailable, isDiskFull } from '../../platform/postgres/failures.ts';
import { ReadTooLongError } from '../../platform/postgres/scoped-query.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import { StoreAwayError } from '../../render/store/render-store.ts';
import { chooseLanguage } from '../choose-language.ts';
import { describeMembers } from './describe-members.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { formOf } from '../versions.ts';
import type { MessageLanguage } from '../../contracts/messages/texts.ts';

/**
 * Maximum number of characters of an unknown path that the error shows, so that the answer is not
 * much longer than the request.
 */
const MAX_PATH = 100;

/** Maximum number of characters of the path in a problem. */
const MAX_INSTANCE = 1000;

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
  // An error with a status concerns the request: a connection that the client closed also reports
  // ECONNRESET.
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
  const { retryAfterSeconds, refusal } = error;
  const language = chooseLanguage(request, reply);
  const { hasDetails } = formOf(request);
  const { status, code } = answerOf(refusal.error, hasDetails ? 2 : 1);
  // The read of the file failed before its first byte was sent, so the answer is not a file.
  for (const name of OF_FILES) void reply.removeHeader(name);
  if (retryAfterSeconds !== null) reply.header('Retry-After', retryAfterSeconds);
  reply.header('Cache-Control', SECURITY_HEADERS['Cache-Control']);
  let [type, body]: [type: string, body: object] = ['application/json', buildBody(error)];
  if (hasDetails) {
    reply.header('Vary', 'Accept-Language, Accept');
    const detailed = buildDetailedBody(code, refusal, language, request.id);
    [type, body] = prefersProblem(request)
      ? [PROBLEM_TYPE, buildProblem(detailed, status, language, request.url)]
      : [type, detailed];
  }
  void reply.code(status).type(`${type}; charset=utf-8`).send(JSON.stringify(body));
}

/** Returns whether the client prefers the form of RFC 9457, by `Accept` (RFC 9110, 12.5.1). */
function prefersProblem({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  if (headers.accept === undefined) return false;
  const [preferred] = new Negotiator({ headers }).mediaTypes(['application/json', PROBLEM_TYPE]);
  return preferred === PROBLEM_TYPE;
}

function buildProblem(
  { error: { code, message, ...rest } }: DetailedBody,
  status: number,
  language: MessageLanguage,
  url: string,
): Problem {
  const entries: Readonly<Record<string, CodeEntry>> =
    language === 'es' ? SPANISH_ANSWER_ENTRIES : ANSWER_ENTRIES;
  return {
    type: helpOf(`${ANSWER_ANCHOR}${code}`),
    title: entries[code]!.meaning,
    status,
    detail: message,
    instance: url.split('?', 1)[0]!.slice(0, MAX_INSTANCE),
    code,
    ...rest,
  };
}

function buildBody({ code, message }: ApiError): ErrorBody {
  return { error: { code, message } };
}

function buildDetailedBody(
  code: string,
  refusal: ApiRefusal,
  language: MessageLanguage,
  requestId: string,
): DetailedBody {
  const details = describeMembers(refusal.members ?? [], language);

  const { message, invoiceId } = refusal;
  const stored = invoiceId === undefined ? {} : { invoice_id: invoiceId };
  return { error: { code, message: message[language], request_id: requestId, details, ...stored } };
}
