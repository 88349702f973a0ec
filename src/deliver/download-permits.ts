import type { FastifyReply } from 'fastify';
import { apiError } from '../contracts/api-error.ts';
import { type Semaphore, SemaphoreTimeout } from '../platform/admission/semaphore.ts';

/**
 * Lets work take a permit for downloads and other long reads.
 * @returns a semaphore that answers 429 with this error if the work does not get a permit in time.
 */
export function limitDownloads(
  withPermit: Semaphore,
  error: 'many_downloads' | 'many_documents' | 'many_books' | 'many_readiness',
): Semaphore {
  return async (owner, work) => {
    try {
      return await withPermit(owner, work);
    } catch (failure) {
      throw failure instanceof SemaphoreTimeout ? apiError(error, {}) : failure;
    }
  };
}

/**
 * Takes a permit that is released when the connection of the answer closes or the answer has been
 * sent. A connection that has closed already keeps none.
 * @throws what the semaphore throws if there is no permit in time.
 */
export function holdUntilClosed(withPermit: Semaphore, owner: number, { raw }: FastifyReply): Promise<void> {
  const closed = raw.destroyed
    ? Promise.resolve()
    : new Promise<void>((resolve) => void raw.once('close', resolve));
  return new Promise((resolve, reject) => {
    withPermit(owner, () => {
      resolve();
      return closed;
    }).catch(reject);
  });
}
