import { API_ERRORS, type ApiErrorCode, type ApiErrorName } from './api-error-catalogue.ts';
import { REQUEST_ERRORS } from './messages/request-errors.ts';
import { SPFE_ORDER_ERRORS } from './messages/spfe-orders.ts';
import { STATE_ERRORS } from './messages/state-errors.ts';
import { fillText, type Text, type Values } from './messages/texts.ts';
import type { RefusedMember } from './v2/details.ts';

/** The message of each error. */
export const ERROR_MESSAGES = {
  ...REQUEST_ERRORS,
  ...STATE_ERRORS,
  ...SPFE_ORDER_ERRORS,
} satisfies Readonly<Record<ApiErrorName, Text>>;
/** The values of the holes in an error's message. */
export type ApiErrorValues<N extends ApiErrorName> = Values<(typeof ERROR_MESSAGES)[N]>;

/** The reason why a request is refused. It is plain data that can be posted between threads. */
export type ApiRefusal = {
  readonly error: ApiErrorName;
  readonly message: Text;
  /**
   * The members that are wrong, for answers of version 2; absent if the refusal does not concern
   * members.
   */
  readonly members?: readonly RefusedMember[];
  /** The invoice that was stored and failed, for answers of version 2. */
  readonly invoiceId?: number;
};

/** Builds a refusal with the values of the holes in its message. */
export function describeRefusal<N extends ApiErrorName>(error: N, values: ApiErrorValues<N>): ApiRefusal {
  return { error, message: fillText(ERROR_MESSAGES[error], values) };
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
    super(refusal.message.en);
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
