import { API_ERRORS, type ApiErrorCode, type ApiErrorName } from './api-error-catalogue.ts';

type Placeholder<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
/** What stands in the places of an entry's message. */
export type ApiErrorValues<N extends ApiErrorName> = {
  readonly [P in Placeholder<(typeof API_ERRORS)[N]['message']>]: string | number;
};

/** Why a request is refused: plain data, which threads can hand over. */
export type ApiRefusal = { readonly error: ApiErrorName; readonly message: string };

/** Words a refusal: the message of an entry with its values. */
export function describeRefusal<N extends ApiErrorName>(error: N, values: ApiErrorValues<N>): ApiRefusal {
  const given = values as Readonly<Record<string, string | number>>;
  const { message } = API_ERRORS[error];
  return { error, message: message.replaceAll(/\{(\w+)\}/g, (_place, name: string) => String(given[name])) };
}

/** An error answer, thrown by whatever refuses a request. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly refusal: ApiRefusal;
  readonly statusCode: number;
  readonly code: ApiErrorCode;
  /** null: the answer has no `Retry-After` of ours. */
  readonly retryAfterSeconds: number | null;

  /** @param retryAfterSeconds in the place of the entry's. */
  constructor(refusal: ApiRefusal, retryAfterSeconds?: number) {
    super(refusal.message);
    const entry = API_ERRORS[refusal.error];
    this.refusal = { error: refusal.error, message: refusal.message };
    this.statusCode = entry.status;
    this.code = entry.code;
    this.retryAfterSeconds =
      retryAfterSeconds ?? ('retryAfterSeconds' in entry ? entry.retryAfterSeconds : null);
  }
}

/** Makes the error answer of an entry. */
export function apiError<N extends ApiErrorName>(
  error: N,
  values: ApiErrorValues<N>,
  retryAfterSeconds?: number,
): ApiError {
  return new ApiError(describeRefusal(error, values), retryAfterSeconds);
}
