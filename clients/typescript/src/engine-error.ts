import type { components } from './generated/schema.ts';

/** What is wrong with one member of a request. `path` is a JSON pointer (RFC 6901). */
export type ErrorDetail = components['schemas']['ErrorDetail'];

/** The data of an error response; most of it is missing if there was no response. */
export type Refusal = {
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /**
   * A stable code: the engine's own, or `unreachable`, `timeout`, `unreadable`, `too_large`,
   * `not_in_time`, `closed`.
   */
  readonly code: string;
  readonly message: string;
  /** The members that the engine refuses; their pointers begin at the body. */
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | null;
  /** The seconds after which the request may be repeated. */
  readonly retryAfter?: number | null;
};

/** The reason why a call failed after all retries. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;
  readonly retryAfter: number | null;

  constructor(
    { status, code, message, details = [], requestId = null, retryAfter = null }: Refusal,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}
