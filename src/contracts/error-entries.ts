/*
 * What the entries of the catalogue of errors are made of (api-error-catalogue.ts and the catalogues of its parts).
 */

/** The sources of the rules. */
export const API = 'API v1';
export const ENGINE = 'this engine';
export const JSON_RULES = 'RFC 8259';

/** An error answer. */
export type Entry = {
  readonly status: number;
  readonly code: string;
  /** `{name}` is a placeholder. */
  readonly message: string;
  /** The document that contains the rule. */
  readonly source: string;
  /**
   * `Retry-After` in seconds, unless the refusal has its own value. Absent if sending the request again does not help or if the message contains
   * the time.
   */
  readonly retryAfterSeconds?: number;
};

export const badRequest = <M extends string>(message: M, source: string) =>
  ({ status: 400, code: 'bad_request', message, source }) as const;
export const unauthorized = <M extends string>(message: M) =>
  ({ status: 401, code: 'unauthorized', message, source: API }) as const;
export const notFound = <M extends string>(message: M, source: string) =>
  ({ status: 404, code: 'not_found', message, source }) as const;
export const unsupported = <M extends string>(message: M, source: string) =>
  ({ status: 415, code: 'unsupported_media_type', message, source }) as const;
export const unprocessable = <C extends string, M extends string>(code: C, message: M, source: string) =>
  ({ status: 422, code, message, source }) as const;
export const tooMany = <M extends string>(message: M, retryAfterSeconds?: number) =>
  ({
    status: 429,
    code: 'too_many_requests',
    message,
    source: API,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }) as const;
export const unavailable = <M extends string>(message: M, retryAfterSeconds: number) =>
  ({ status: 503, code: 'service_unavailable', message, source: ENGINE, retryAfterSeconds }) as const;
