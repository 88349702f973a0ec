import type { UnknownReason } from '../outcome.ts';

/** An exchange without a complete answer. */
export type Failure = {
  readonly kind: 'failed';
  readonly reason: UnknownReason;
  readonly detail: string;
};

const REASONS: Readonly<Record<string, UnknownReason>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'refused',
  EAI_AGAIN: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls',
};
const TLS = /^(?:ERR_SSL|ERR_TLS|ERR_OSSL)/;
const HTTP = /^HPE_/;

/**
 * Builds the failure of an exchange. It says why there is no complete answer.
 * @param detail one line for logs and operators.
 */
export function fail(reason: UnknownReason, detail: string): Failure {
  return { kind: 'failed', reason, detail };
}

/**
 * Translates a socket error into a failure.
 * @param otherwise the reason for error codes that do not determine one.
 */
export function explainError(error: Error, otherwise: UnknownReason): Failure {
  const { code = '' } = error as NodeJS.ErrnoException;
  const message = describeError(error);
  const words = HTTP.test(code) ? `the answer is not valid HTTP: ${message}` : message;
  const detail = words.includes(code) ? words : `${words} (${code})`;
  return fail(findReason(code) ?? otherwise, detail);
}

/** A host name with several addresses fails once for each address. */
function describeError(error: Error): string {
  return error instanceof AggregateError
    ? (error.errors as Error[]).map(({ message }) => message).join('; ')
    : error.message;
}

function findReason(code: string): UnknownReason | undefined {
  if (TLS.test(code)) return 'tls';
  if (HTTP.test(code)) return 'not_http';
  return REASONS[code];
}
