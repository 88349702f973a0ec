import type { TSchema } from 'typebox';
import { ErrorBody } from '../../contracts/answers.ts';

const WHEN: Readonly<Record<number, string>> = {
  400: '`bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated',
  401: '`unauthorized`: authentication is missing, invalid or expired',
  404: '`not_found`: the organization has no such resource',
  408: '`request_timeout`: the request took too long to arrive',
  413: '`payload_too_large`: the body is larger than this endpoint accepts; the message contains the limit in bytes',
  415: '`unsupported_media_type`: the body must be application/json in UTF-8, uncompressed or with `Content-Encoding: gzip` or `zstd`',
  429: '`too_many_requests`: wait for `Retry-After` seconds',
  500: '`internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id`',
  503: '`service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one',
};

/** Returns the error answers of a route for its documentation. */
export function documentErrors(...statuses: (keyof typeof WHEN)[]): Record<number, TSchema> {
  return Object.fromEntries(statuses.map((status) => [status, describeError(WHEN[status]!)]));
}

/** Returns the schema of an error answer with its own description. */
export function describeError(description: string): TSchema {
  return describeAnswer(description, ErrorBody);
}

/** Returns the schema of an answer with a description of when it is given. */
export function describeAnswer(description: string, schema: TSchema): TSchema {
  return { ...schema, description };
}
