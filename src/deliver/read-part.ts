import type { FastifyBaseLogger } from 'fastify';
import type { NewJob } from '../platform/jobs/job-queues.ts';
import { type Semaphore, SemaphoreTimeout } from '../platform/admission/semaphore.ts';
import { DamagedRenderBatchError } from '../render/postprocess/open-extractor.ts';
import type { FileRequests } from './file-requests.ts';
import { buildMissingPdfJobs } from './enqueue-pdf.ts';

type OfBatch = { readonly organizationId: number; readonly batchId: number };

/**
 * Reads a part of a ZIP under one of its organization's permits. A failure is logged, because the
 * ZIP breaks off. Damaged PDFs are rendered again for the next request.
 * @param ids the invoices of the part.
 */
export async function readPart<T>(
  {
    withPermit,
    jobQueues,
    log,
  }: Pick<FileRequests, 'jobQueues'> & { readonly withPermit: Semaphore; readonly log: FastifyBaseLogger },
  { organizationId, batchId, ids }: OfBatch & { readonly ids: readonly number[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await withPermit(organizationId, work);
  } catch (error) {
    if (error instanceof DamagedRenderBatchError)
      void jobQueues.send(buildMissingPdfJobs(organizationId, batchId, ids)).catch(() => {});
    log[error instanceof SemaphoreTimeout ? 'warn' : 'error'](
      { err: error, batchId },
      'The download of a ZIP archive was aborted',
    );
    throw error;
  }
}

/**
 * Enqueues the jobs for the missing files of a ZIP. If one is lost, it is sent again when the
 * client repeats its request.
 */
export function askForMissing(
  { jobQueues, metrics, logger }: Pick<FileRequests, 'jobQueues' | 'metrics' | 'logger'>,
  batchId: number,
  jobs: readonly NewJob[],
): void {
  jobQueues.send(jobs).catch((error: unknown) => {
    metrics.enqueueFailures.inc();
    logger.warn(
      { err: error, batchId },
      'Jobs for missing files could not be enqueued; they are enqueued when the client requests the archive again',
    );
  });
}
