import { Compile } from 'typebox/schema';
import type { ApiVersion } from '../../src/contracts/codes.ts';
import { ErrorBody } from '../../src/contracts/answers.ts';
import { ErrorBody as ErrorBodyV2, Problem, PROBLEM_TYPE } from '../../src/contracts/v2/error-answer.ts';
import { answerOf, API_ERRORS, type ApiErrorName } from '../../src/contracts/api-error-catalogue.ts';
import { ERROR_MESSAGES } from '../../src/contracts/api-error.ts';
import type { MessageLanguage } from '../../src/contracts/messages/texts.ts';

type Schema = Record<string, unknown>;
type Media = Record<string, { schema: Schema }>;
type Operation = {
  operationId: string;
  requestBody?: { content: Media };
  responses: Record<string, { description: string; headers?: Record<string, unknown>; content?: Media }>;
};
/** The part of an OpenAPI document that the tests read. */
export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
};

export type SeenAnswer = {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
};

/**
 * The headers that carry information for clients; every answer that contains one must declare it.
 */
const DECLARED_HEADERS = [
  'x-request-id',
  'retry-after',
  'accept-encoding',
  'www-authenticate',
  'idempotency-replayed',
  'etag',
  'content-disposition',
  'x-annulled-at',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'content-language',
  'vary',
];

const validators = new Map<string, ReturnType<typeof Compile>>();

/** Returns the errors of a value against a schema of the document; empty if it is valid. */
export function findSchemaErrors(schema: Schema, value: unknown): string[] {
  const key = JSON.stringify(schema);
  const validator = validators.get(key) ?? Compile(schema);
  validators.set(key, validator);
  if (validator.Check(value)) return [];
  const errors = validator.Errors(value)[1].map(({ instancePath, message }) => `${instancePath} ${message}`);
  // TypeBox lists only the first few errors.
  return errors.length > 0 ? errors : ['does not match the schema'];
}

/** Returns the documented operation of a request; undefined if the document does not contain it. */
export function findOperation(document: OpenApiDocument, method: string, url: string): Operation | undefined {
  const path = url.split('?', 1)[0]!;
  // A path without a placeholder comes before one that it fits, as in the router.
  const candidates = Object.keys(document.paths).toSorted(
    (one, other) => one.split('{').length - other.split('{').length,
  );
  const template = candidates.find((candidate) =>
    new RegExp(`^${candidate.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(path),
  );
  return template === undefined ? undefined : document.paths[template]![method.toLowerCase()];
}

/**
 * Reports whether the catalogue has an entry with this status and code whose message matches this
 * one, with values in its placeholders.
 */
function isInCatalogue(
  status: number,
  { error }: ErrorBody,
  version: ApiVersion,
  language: MessageLanguage = 'en',
): boolean {
  return (Object.keys(API_ERRORS) as ApiErrorName[]).some((name) => {
    const answer = answerOf(name, version);
    const message = ERROR_MESSAGES[name][language];
    return answer.status === status && answer.code === error.code && patternOf(message).test(error.message);
  });
}

/** Reads an error answer in either of its forms. */
function readError(body: string, isProblem: boolean): ErrorBody {
  if (!isProblem) return JSON.parse(body) as ErrorBody;
  const { code, detail: message } = JSON.parse(body) as Problem;
  return { error: { code, message } };
}

function patternOf(message: string): RegExp {
  const texts = message
    .split(/\{\w+\}/)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${texts.join('.+')}$`, 's');
}

/**
 * Checks that an answer keeps what the document and the contract promise for every answer: a
 * declared status, the declared shape, an error object from the catalogue for everything except a
 * success, and a request id.
 * @throws an error that names the violation.
 */
export function checkAnswer(document: OpenApiDocument, answer: SeenAnswer): void {
  const { method, url, status, headers, body } = answer;
  const refuse = (reason: string): never => {
    throw new Error(`${method} ${url.slice(0, 200)} answered ${status}, ${reason}: ${body.slice(0, 500)}`);
  };
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(String(headers['x-request-id']))) refuse('without X-Request-Id');
  if (headers['x-content-type-options'] !== 'nosniff') refuse('without security headers');
  if (method === 'HEAD' || status === 304) return body === '' ? undefined : refuse('with a body');
  if (status >= 400) {
    const version = url.startsWith('/api/v2/') ? 2 : 1;
    const isProblem = version === 2 && headers['content-type'] === `${PROBLEM_TYPE}; charset=utf-8`;
    if (!isProblem && headers['content-type'] !== 'application/json; charset=utf-8') refuse('not as JSON');
    const detailed = isProblem ? Problem : ErrorBodyV2;
    const shape = version === 2 ? detailed : ErrorBody;
    const wrong = findSchemaErrors(shape as unknown as Schema, JSON.parse(body));
    if (wrong.length > 0) refuse(`not an exact error object (${wrong.join(', ')})`);
    const language = headers['content-language'] === 'es' ? 'es' : 'en';
    if (!isInCatalogue(status, readError(body, isProblem), version, language))
      refuse('which is not in the catalogue of errors');
  }
  const operation = findOperation(document, method, url);
  if (operation === undefined) return;
  const declared = operation.responses[status] ?? refuse('which is not declared');
  const names = new Set(Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase()));
  const undeclared = DECLARED_HEADERS.filter((name) => name in headers && !names.has(name));
  if (undeclared.length > 0) refuse(`whose headers are not declared (${undeclared.join(', ')})`);
  if (status === 204) return body === '' ? undefined : refuse('with a body');
  const type = String(headers['content-type']).split(';', 1)[0]!;
  const { schema } = declared.content?.[type] ?? refuse(`whose type ${type} is not declared`);
  if (!type.endsWith('json')) return;
  const wrong = findSchemaErrors(schema, JSON.parse(body));
  if (wrong.length > 0) refuse(`not in the declared shape (${wrong.join(', ')})`);
}
