import { apiError } from '../contracts/api-error.ts';
import { type Semaphore, SemaphoreTimeout } from '../platform/admission/semaphore.ts';

/**
 * Lets work take a permit for downloads.
 * @returns a semaphore that answers 429 with this error if the work does not get a permit in time.
 */
export function limitDownloads(withPermit: Semaphore, error: 'many_downloads' | 'many_documents'): Semaphore {
  return async (owner, work) => {
    try {
      return await withPermit(owner, work);
    } catch (failure) {
      throw failure instanceof SemaphoreTimeout ? apiError(error, {}) : failure;
    }
  };
}
