/** What of an answer an error tells; nothing of it is there where no answer came. */
export type Refusal = {
  /** Of the answer; 0 where none came. */
  readonly status: number;
  /** A stable word: the engine's own, or `unreachable`, `timeout`, `unreadable`, `too_large`, `not_in_time`, `closed`. */
  readonly code: string;
  readonly message: string;
  readonly requestId?: string | null;
  /** Seconds after which the engine wants to be asked again. */
  readonly retryAfter?: number | null;
};

/** Why a call failed, after all retries. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly retryAfter: number | null;

  constructor({ status, code, message, requestId = null, retryAfter = null }: Refusal, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}
