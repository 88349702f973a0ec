import { type ApiError, apiError } from '../contracts/api-error.ts';
import type { Text } from '../contracts/messages/texts.ts';

/**
 * Returns the error for a request about an invoice that is not issued.
 * @param processingError null while the invoice is pending.
 */
export function refuseUnissued(processingError: Text | null): ApiError {
  return processingError === null
    ? apiError('unissued_pending', {})
    : apiError('unissued_failed', { reason: processingError });
}
