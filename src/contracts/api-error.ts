import { API_ERRORS, type ApiErrorCode, type ApiErrorName } from './api-error-catalogue.ts';
import type { RefusedMember } from './v2/details.ts';

type Placeholder<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
/** Values of the placeholders in an entry's message. */
export type ApiErrorValues<N extends ApiErrorName> = {
  readonly [P in Placeholder<(typeof API_ERRORS)[N]['message']>]: string | number;
};

/** The reason why a request is refused. It is plain data that can be posted between threads. */
export type ApiRefusal = {
  readonly error: ApiErrorName;
  /** Values of the placeholders in the entry's message, for messages in another language. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly message: string;
  /** The members that are wrong, for answers of version 2; absent if the refusal does not concern members. */
  readonly members?: readonly RefusedMember[];
};

/** Builds a refusal: fills the placeholders in the message of an entry. */
export function describeRefusal<N extends ApiErrorName>(error: N, values: ApiErrorValues<N>): ApiRefusal {
  const given = values as Readonly<Record<string, string | number>>;
  const message = API_ERRORS[error].message.replaceAll(/\{(\w+)\}/g, (_place, name: string) =>
    String(given[name]),
  );
  return { error, values: given, message };
}

/** An error answer. Code that refuses a request throws it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly refusal: ApiRefusal;
  readonly statusCode: number;
  readonly code: ApiErrorCode;
  /** Value of `Retry-After`; null if the answer has no such header. */
  readonly retryAfterSeconds: number | null;

  /** @param retryAfterSeconds overrides the value of the entry. */
  constructor(refusal: ApiRefusal, retryAfterSeconds?: number) {
    super(refusal.message);
    const entry = API_ERRORS[refusal.error];
    this.refusal = refusal;
    this.statusCode = entry.status;
    this.code = entry.code;
    this.retryAfterSeconds =
      retryAfterSeconds ?? ('retryAfterSeconds' in entry ? entry.retryAfterSeconds : null);
  }
}

/** Builds the error answer of an entry. */
export function apiError<N extends ApiErrorName>(
  error: N,
  values: ApiErrorValues<N>,
  retryAfterSeconds?: number,
): ApiError {
  return new ApiError(describeRefusal(error, values), retryAfterSeconds);
}
