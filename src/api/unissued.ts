import { type ApiError, apiError } from '../contracts/api-error.ts';

/** The answer where there is nothing of an invoice because it is not issued. @param processingError null while it waits. */
export function refuseUnissued(processingError: string | null): ApiError {
  return processingError === null
    ? apiError('unissued_pending', {})
    : apiError('unissued_failed', { reason: processingError });
}
