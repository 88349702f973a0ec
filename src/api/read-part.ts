import type { FastifyBaseLogger } from 'fastify';
import { type Semaphore, SemaphoreTimeout } from '../platform/admission/semaphore.ts';
import { DamagedRenderBatchError } from '../render/postprocess/open-extractor.ts';
import type { Dependencies } from './dependencies.ts';
import { buildMissingPdfJobs, buildPdfJob } from './enqueue-pdf.ts';

type OfBatch = { readonly organizationId: number; readonly batchId: number };

/**
 * Reads a part of an archive under one of its organization's permits. A failure is logged, because the archive breaks off. Damaged PDFs are rendered
 * again for the next request.
 * @param ids the invoices of the part.
 */
export async function readPart<T>(
  {
    withPermit,
    jobQueues,
    log,
  }: Pick<Dependencies, 'jobQueues'> & { readonly withPermit: Semaphore; readonly log: FastifyBaseLogger },
  { organizationId, batchId, ids }: OfBatch & { readonly ids: readonly number[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await withPermit(organizationId, work);
  } catch (error) {
    if (error instanceof DamagedRenderBatchError)
      void jobQueues.send(ids.map((id) => buildPdfJob(organizationId, id))).catch(() => {});
    log[error instanceof SemaphoreTimeout ? 'warn' : 'error'](
      { err: error, batchId },
      'The download of a ZIP archive was aborted',
    );
    throw error;
  }
}

/**
 * Enqueues the missing PDFs of an archive. If the job is lost, it is sent again when the client repeats its request.
 * @param missing ids of invoices in ascending order.
 */
export function askForMissing(
  { jobQueues, metrics, logger }: Pick<Dependencies, 'jobQueues' | 'metrics' | 'logger'>,
  { organizationId, batchId }: OfBatch,
  missing: readonly number[],
): void {
  jobQueues.send(buildMissingPdfJobs(organizationId, batchId, missing)).catch((error: unknown) => {
    metrics.enqueueFailures.inc();
    logger.warn(
      { err: error, batchId },
      'Jobs for missing PDFs could not be enqueued; they are enqueued when the client requests the archive again',
    );
  });
}
