import { type ApiError, apiError } from '../contracts/api-error.ts';

/**
 * Returns the error for a request about an invoice that is not issued.
 * @param processingError null while the invoice is pending.
 */
export function refuseUnissued(processingError: string | null): ApiError {
  return processingError === null
    ? apiError('unissued_pending', {})
    : apiError('unissued_failed', { reason: processingError });
}
